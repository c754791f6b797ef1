import { useCheckImport } from '#api/imports.ts';
import type { CardImport } from '#contract/imports.ts';
import { paths } from '#lib/paths.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { ChangesNotice } from '#parts/changes-notice.tsx';
import { Button } from '#ui/button.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Notice } from '#ui/notice.tsx';
import { meaningsOf, ONLINE_ONLY } from './import-texts.ts';

/** Where the changes of the cards that there are stand, and the way to them. */
export function ImportChanges({ table }: { table: CardImport }) {
  const { editId, edit, counts } = table;
  if (editId === null) return null;
  if (edit === null) return <ForgottenChanges table={table} />;
  // A server of before does not say what has become of them.
  const told = edit ?? { state: 'READY', appliedCount: 0 };
  return <ChangesNotice id={editId} {...told} isMain={counts.fresh === 0} />;
}

/** An import is kept longer than changes that nobody has applied. */
function ForgottenChanges({ table }: { table: CardImport }) {
  const check = useCheckImport(table.id);
  const offline = useOnlineOnly()(ONLINE_ONLY);
  const mayCheck = table.state === 'READY';
  return (
    <Notice
      tone="warning"
      title="Изменения не сохранились"
      action={
        mayCheck ? (
          <Button
            variant="primary"
            loading={check.isPending}
            disabledReason={offline}
            onClick={() => check.mutate(meaningsOf(table))}
          >
            Проверить строки ещё раз
          </Button>
        ) : (
          <LinkButton to={paths.cardImport}>Загрузить файл ещё раз</LinkButton>
        )
      }
    >
      Неприменённые изменения хранятся сутки.{' '}
      {mayCheck
        ? 'Проверьте строки ещё раз, и они подготовятся заново.'
        : 'Загрузите файл ещё раз: созданные карточки второй раз не появятся.'}
    </Notice>
  );
}

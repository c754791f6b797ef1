import { useCheckImport } from '#api/imports.ts';
import type { CardImport } from '#contract/imports.ts';
import { hrefTo, paths } from '#lib/paths.ts';
import { countOf } from '#lib/plurals.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { Button } from '#ui/button.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Notice } from '#ui/notice.tsx';
import { meaningsOf, ONLINE_ONLY } from './import-texts.ts';

const OF_CARDS = ['карточки', 'карточек', 'карточек'] as const;

/** Where the changes of the cards that there are stand, and the way to them. */
export function ImportChanges({ table }: { table: CardImport }) {
  const { editId, edit, counts } = table;
  if (editId === null) return null;
  if (edit === null) return <ForgottenChanges table={table} />;
  const isWaiting = edit === undefined || edit.state === 'READY' || edit.state === 'PREPARING';
  const way = (
    <LinkButton
      to={hrefTo.bulkEdit({ id: editId })}
      variant={isWaiting && counts.fresh === 0 ? 'primary' : 'secondary'}
    >
      Посмотреть изменения
    </LinkButton>
  );
  // A server of before does not say what has become of them.
  if (isWaiting) {
    return (
      <Notice tone="info" title="Изменения ждут вас" action={way}>
        Посмотрите, что станет с каждой карточкой, и примените. Неприменённые изменения хранятся сутки.
      </Notice>
    );
  }
  const { state, appliedCount } = edit;
  if (state === 'APPLYING' || state === 'ROLLING_BACK') {
    const isGoing = state === 'APPLYING';
    return (
      <Notice tone="info" title={isGoing ? 'Изменения применяются' : 'Изменения откатываются'} action={way} />
    );
  }
  if (state === 'STOPPED') {
    return (
      <Notice tone="warning" title="Изменения применены не все" action={way}>
        Их остановили. Сейчас действуют у {countOf(appliedCount, OF_CARDS)}.
      </Notice>
    );
  }
  return appliedCount > 0 ? (
    <Notice tone="success" title="Изменения применены" action={way}>
      Действуют у {countOf(appliedCount, OF_CARDS)}. Откатить их можно 30 дней.
    </Notice>
  ) : (
    <Notice tone="info" title="Изменения не действуют" action={way}>
      Их откатили, или карточки к тому времени изменил кто-то другой.
    </Notice>
  );
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

import { useCreateImportedCards, useStopImport } from '#api/imports.ts';
import type { CardImport } from '#contract/imports.ts';
import { countOf } from '#lib/plurals.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { Button } from '#ui/button.tsx';
import { DRAFT_FORMS, ONLINE_ONLY } from './import-texts.ts';

interface ImportActionsProps {
  table: CardImport;
  onColumns: () => void;
}

/** What can be done with the table now; the likely next step last. */
export function ImportActions({ table: { id, state, counts }, onColumns }: ImportActionsProps) {
  const create = useCreateImportedCards(id);
  const stop = useStopImport(id);
  const offline = useOnlineOnly()(ONLINE_ONLY);
  return (
    <>
      {state === 'READY' ? <Button onClick={onColumns}>Столбцы</Button> : null}
      {state === 'CREATING' ? (
        <Button loading={stop.isPending} disabledReason={offline} onClick={() => stop.mutate()}>
          Остановить
        </Button>
      ) : null}
      {(state === 'READY' || state === 'STOPPED') && counts.fresh > 0 ? (
        <Button
          variant="primary"
          loading={create.isPending}
          disabledReason={offline}
          onClick={() => create.mutate(counts.fresh)}
        >
          Создать {countOf(counts.fresh, DRAFT_FORMS)}
        </Button>
      ) : null}
    </>
  );
}

import { lazy, Suspense, useState } from 'react';
import { useApplyBulkEdit, useRollBackBulkEdit, useStopBulkEdit } from '#api/bulk-edits.ts';
import {
  isOfFile,
  isOfGrid,
  isOfStocks,
  isOfWbTags,
  type BulkChange,
  type FileField,
} from '#contract/bulk-changes.ts';
import type { BulkEdit } from '#contract/bulk-edits.ts';
import { countOf } from '#lib/plurals.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { Button } from '#ui/button.tsx';
import { BulkChangeDialog } from './bulk-change-dialog.tsx';
import { isRule } from './change-drafts.ts';
import { RollBackDialog } from './roll-back-dialog.tsx';

const SendCardsDialog = lazy(() =>
  import('#pages/cards/send/send-cards-dialog.tsx').then((module) => ({ default: module.SendCardsDialog })),
);

const TO_CARDS = ['карточке', 'карточкам', 'карточкам'] as const;

const APPLIED_FORMS = ['применённую', 'применённые', 'применённых'] as const;

type Open = 'change' | 'rollback' | 'send' | null;

/** What can be done with the edit now; the likely next step last. */
export function BulkEditActions({ edit }: { edit: BulkEdit }) {
  const { id, state, counts, change } = edit;
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const apply = useApplyBulkEdit(id);
  const stop = useStopBulkEdit(id);
  const rollBack = useRollBackBulkEdit(id);
  const offline = useOnlineOnly()('Доступно только при связи');
  const maySend = counts.applied > 0 && !isNothingToSend(change);
  const rest = (
    <Button
      variant="primary"
      loading={apply.isPending}
      onClick={() => apply.mutate(counts.ready)}
      disabledReason={offline ?? (counts.ready === 0 ? 'Менять нечего' : null)}
    >
      Применить к {countOf(counts.ready, TO_CARDS)}
    </Button>
  );
  return (
    <>
      {state === 'READY' ? (
        <>
          {isRule(change) ? <Button onClick={() => setOpen('change')}>Изменить условия</Button> : null}
          {rest}
        </>
      ) : null}
      {state === 'APPLYING' && counts.ready > 0 ? (
        <Button loading={stop.isPending} onClick={() => stop.mutate()} disabledReason={offline}>
          Остановить
        </Button>
      ) : null}
      {(state === 'APPLIED' || state === 'STOPPED') && counts.applied > 0 ? (
        <Button
          icon="undo"
          loading={rollBack.isPending}
          onClick={() => setOpen('rollback')}
          disabledReason={offline}
        >
          Откатить
        </Button>
      ) : null}
      {maySend && state === 'STOPPED' ? (
        <Button onClick={() => setOpen('send')} disabledReason={offline}>
          Отправить {countOf(counts.applied, APPLIED_FORMS)}
        </Button>
      ) : null}
      {state === 'STOPPED' ? rest : null}
      {maySend && state === 'APPLIED' ? (
        <Button variant="primary" onClick={() => setOpen('send')} disabledReason={offline}>
          Отправить в магазины
        </Button>
      ) : null}
      {open === 'change' && isRule(change) ? (
        <BulkChangeDialog
          selection={{ bulkEdit: id, expectedCount: edit.cardTotal }}
          cardCount={edit.cardTotal}
          change={change}
          onClose={close}
        />
      ) : null}
      <RollBackDialog
        open={open === 'rollback'}
        count={counts.applied}
        onClose={close}
        onConfirm={() => rollBack.mutate({})}
      />
      {open === 'send' ? (
        <Suspense fallback={null}>
          <SendCardsDialog
            selection={{ bulkEdit: id, only: 'APPLIED', expectedCount: counts.applied }}
            cardCount={counts.applied}
            onClose={close}
            onSent={close}
          />
        </Suspense>
      ) : null}
    </>
  );
}

/** A shop that has the card keeps the vendor code that it has there. */
const NOT_SENT: readonly FileField[] = ['costPriceKopecks', 'tags', 'vendorCode'];

/** There is nothing to send: the marketplace never learns a cost price, a lowest price or a tag, and has the stocks and its own tags already. */
function isNothingToSend(change: BulkChange): boolean {
  if (change.kind === 'TABLE' || isOfFile(change) || isOfGrid(change))
    return change.fields.every((field) => NOT_SENT.some((one) => one === field));
  const isOfCosts = ['COST_PRICE', 'DATED_COST', 'NO_COST', 'COST_TABLE'].includes(change.kind);
  if (isOfCosts) return true;
  return ['TAGS', 'PRICE_FLOOR'].includes(change.kind) || isOfStocks(change) || isOfWbTags(change);
}

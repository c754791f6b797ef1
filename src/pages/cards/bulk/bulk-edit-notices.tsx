import { isOfStocks, type BulkChange, type BulkEdit } from '#contract/bulk-edits.ts';
import { formatInteger } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Notice } from '#ui/notice.tsx';
import { AT_CARD_FORMS, CARD_FORMS } from './edit-state.ts';

/** Why no card changes. */
function sameText({ kind }: BulkChange): string {
  if (kind === 'REPLACE') return 'Ни в одной из выбранных карточек этого нет. Измените условия.';
  if (kind === 'COUNT') return 'На Wildberries столько же, сколько посчитано.';
  if (['TABLE', 'GRID', 'FILE', 'COST_TABLE'].includes(kind))
    return 'У всех карточек таблицы уже такие значения.';
  return 'У всех выбранных карточек уже такие значения. Измените условия.';
}

/** What is to be known before the button is pressed, and after. */
export function BulkEditNotices({ edit }: { edit: BulkEdit }) {
  const { state, counts, warnedCount, cardTotal, preparedCount } = edit;
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (state === 'PREPARING') return null;
  if (rows === 0) {
    return <EmptyState icon="check" title="Менять нечего" text={sameText(edit.change)} />;
  }
  const same = Math.max(0, preparedCount - rows);
  return (
    <div className="flex flex-col gap-2 empty:hidden">
      {state === 'READY' && warnedCount > 0 ? (
        <Notice tone="warning" title={`У ${countOf(warnedCount, AT_CARD_FORMS)} есть на что посмотреть`}>
          {warnedCount === 1
            ? 'Она на вкладке «С замечаниями»: её можно убрать из изменения.'
            : 'Они на вкладке «С замечаниями»: их можно убрать из изменения, по одной или все.'}
        </Notice>
      ) : null}
      {counts.changedSince + counts.kept > 0 ? (
        <Notice
          tone="warning"
          title={`Не тронуто: ${countOf(counts.changedSince + counts.kept, CARD_FORMS)}`}
        >
          {counts.changedSince + counts.kept === 1
            ? 'Её изменили после того, как вы на неё посмотрели: чужая правка осталась.'
            : 'Их изменили после того, как вы на них посмотрели: чужие правки остались.'}
        </Notice>
      ) : null}
      {state === 'READY' && isOfStocks(edit.change) && counts.ready > 0 ? (
        <p className="text-sm">Остатки уйдут на Wildberries сразу, как вы нажмёте «Применить».</p>
      ) : null}
      {state === 'READY' && same > 0 ? (
        <p className="text-sm text-muted">
          У {countOf(same, AT_CARD_FORMS)} из {formatInteger(cardTotal)}{' '}
          {edit.change.kind === 'REPLACE' ? 'нет того, что нужно заменить' : 'уже такие значения'}: их нет в
          списке.
        </p>
      ) : null}
    </div>
  );
}

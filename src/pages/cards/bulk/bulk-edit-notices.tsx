import { isOfFile, isOfGrid, isOfStocks, isOfWbTags, type BulkChange } from '#contract/bulk-changes.ts';
import type { BulkEdit } from '#contract/bulk-edits.ts';
import { formatInteger } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Notice } from '#ui/notice.tsx';
import { AT_CARD_FORMS, CARD_FORMS } from './edit-state.ts';

/** As many calls as the marketplace documents for tags; a basic token has two an hour, and waits. */
const CARDS_PER_MINUTE = 100;
const MINUTE_FORMS = ['минута', 'минуты', 'минут'] as const;

/** Why no card changes. */
function sameText(change: BulkChange): string {
  const { kind } = change;
  if (kind === 'REPLACE') return 'Ни в одной из выбранных карточек этого нет. Измените условия.';
  if (kind === 'COUNT') return 'На Wildberries столько же, сколько посчитано.';
  if (kind === 'TABLE' || kind === 'COST_TABLE' || isOfGrid(change) || isOfFile(change))
    return 'У всех карточек таблицы уже такие значения.';
  return `У всех выбранных карточек ${alreadySo(change)}. Измените условия.`;
}

/** Of the cards without a row. */
function alreadySo(change: BulkChange): string {
  if (change.kind === 'REPLACE') return 'нет того, что нужно заменить';
  if (!isOfWbTags(change)) return 'уже такие значения';
  return change.action === 'ADD' ? 'эти ярлыки уже есть' : 'этих ярлыков нет';
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
      {counts.changedSince > 0 ? (
        <Notice tone="warning" title={`Не тронуто: ${countOf(counts.changedSince, CARD_FORMS)}`}>
          {counts.changedSince === 1
            ? 'Её изменили после того, как вы на неё посмотрели: чужая правка осталась.'
            : 'Их изменили после того, как вы на них посмотрели: чужие правки остались.'}
        </Notice>
      ) : null}
      {counts.kept > 0 ? (
        <Notice tone="warning" title={`Откат оставил чужие правки: у ${countOf(counts.kept, AT_CARD_FORMS)}`}>
          {counts.kept === 1
            ? 'Она на вкладке «Изменены позже»: там сказано, что осталось и что вернулось.'
            : 'Они на вкладке «Изменены позже»: у каждой сказано, что осталось и что вернулось.'}
        </Notice>
      ) : null}
      {state === 'READY' && isOfStocks(edit.change) && counts.ready > 0 ? (
        <p className="text-sm">Остатки уйдут на Wildberries сразу, как вы нажмёте «Применить».</p>
      ) : null}
      {state === 'READY' && isOfWbTags(edit.change) && counts.ready > 0 ? (
        <p className="text-sm">
          Ярлыки изменятся на Wildberries сразу, как вы нажмёте «Применить». Он принимает их по одной
          карточке, около {formatInteger(CARDS_PER_MINUTE)} в минуту
          {counts.ready > CARDS_PER_MINUTE
            ? `: это примерно ${countOf(Math.ceil(counts.ready / CARDS_PER_MINUTE), MINUTE_FORMS)}`
            : ''}
          . Страницу можно закрыть: работа пойдёт дальше сама.
        </p>
      ) : null}
      {state === 'READY' && same > 0 ? (
        <p className="text-sm text-muted">
          У {countOf(same, AT_CARD_FORMS)} из {formatInteger(cardTotal)} {alreadySo(edit.change)}: их нет в
          списке.
        </p>
      ) : null}
    </div>
  );
}

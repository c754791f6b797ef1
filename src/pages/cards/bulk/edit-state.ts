import { isOfWbTags } from '#contract/bulk-changes.ts';
import type { BulkEdit } from '#contract/bulk-edits.ts';
import { pluralForm } from '#contract/plurals.ts';
import { formatDateTime } from '#lib/dates.ts';
import { formatInteger } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';

export const CARD_FORMS = ['карточка', 'карточки', 'карточек'] as const;
/** «у 5 карточек». */
export const AT_CARD_FORMS = ['карточки', 'карточек', 'карточек'] as const;

/** «осталась 1 карточка» */
const LEFT_FORMS = ['осталась', 'осталось', 'осталось'] as const;

/** Of a table. */
export const ROW_FORMS = ['строка', 'строки', 'строк'] as const;

/** Why these screens are empty without a connection, opened before or not. */
export const OFFLINE_TEXT =
  'Изменения многих карточек на устройстве не хранятся: они загрузятся, когда появится связь.';

/** Where the edit stands, in a line. */
export function stateText(edit: BulkEdit): string {
  const { state, counts, appliedAt } = edit;
  if (state === 'PREPARING') return 'Смотрим карточки, ничего не меняется';
  if (state === 'READY') return 'Ещё не применено';
  if (state === 'APPLYING') return isReadBack(edit) ? `Применено: ${READ_BACK}` : 'Применяется';
  if (state === 'ROLLING_BACK') return isReadBack(edit) ? `Откачено: ${READ_BACK}` : 'Откатывается';
  const when = appliedAt === null ? '' : ` ${formatDateTime(appliedAt)}`;
  if (state === 'STOPPED')
    return `Остановлено: ${pluralForm(counts.ready, LEFT_FORMS)} ${countOf(counts.ready, CARD_FORMS)}`;
  if (counts.applied === 0 && counts.kept > 0) return `Применено${when}, потом откачено не всё`;
  if (counts.applied === 0 && counts.rolledBack > 0) return `Применено${when}, потом откачено`;
  return `Применено${when}`;
}

const READ_BACK = 'читаем, какие ярлыки показывает Wildberries';

/** Every card had its turn. The tags are read back before the edit is done, which may wait for the marketplace's limit of calls. */
function isReadBack({ state, change, counts, rollback }: BulkEdit): boolean {
  if (!isOfWbTags(change)) return false;
  if (state === 'APPLYING') return counts.ready === 0;
  return rollback ? rollback.doneCount >= rollback.total : counts.applied === 0;
}

/** What was done, in figures: «применено 12 · откачено 3». */
export function countsText({ counts }: BulkEdit): string {
  const parts: [string, number][] = [
    ['применено', counts.applied],
    ['откачено', counts.rolledBack],
    ['изменены позже', counts.changedSince + counts.kept],
    ['не применено', counts.ready],
  ];
  return parts
    .filter(([, count]) => count > 0)
    .map(([label, count]) => `${label} ${formatInteger(count)}`)
    .join(' · ');
}

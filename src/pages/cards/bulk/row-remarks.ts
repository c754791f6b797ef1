import type { BulkEditRow } from '#contract/bulk-edits.ts';

/** Why the card, or a part of its stocks, was left as it is; null: it was not. */
export function reasonOf({ state, refusal }: BulkEditRow): string | null {
  if (refusal !== null) return refusal;
  if (state === 'CHANGED_SINCE') return 'Её изменили после того, как вы на неё посмотрели';
  return state === 'KEPT' ? 'Её изменили после того, как изменение применили' : null;
}

/** What is to be done about it; null: nothing that we know. */
export function adviceOf({ state, mend }: BulkEditRow): string | null {
  if (mend !== null) return mend.advice;
  switch (state) {
    case 'REFUSED':
      return 'Причина могла пройти: подготовьте изменение заново';
    case 'CHANGED_SINCE':
      return 'Чужая правка осталась. Подготовьте заново, чтобы увидеть, что выйдет теперь';
    case 'KEPT':
      return 'Откат её не тронул. Прежнее значение, если оно нужно, верните в карточке';
    default:
      return null;
  }
}

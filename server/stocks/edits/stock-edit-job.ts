import { isOfStocks } from '#contract/bulk-changes.ts';
import { STOCK_EDIT } from '#server/bulk-edits/go-on.ts';
import { marketplaceEditJob } from '#server/bulk-edits/marketplace-edit-job.ts';
import { prepareStockEdit } from './prepare-stock-edit.ts';
import { applyStockEdit, rollBackStockEdit } from './send-stock-edit.ts';

/** Takes a change of stocks as far as it goes by itself: looked at, applied or rolled back. */
export const goOnWithStockEditJob = marketplaceEditJob(STOCK_EDIT, {
  isOfKind: isOfStocks,
  prepare: async (deps, edit, change, mayGoOn) =>
    (await prepareStockEdit(deps, edit, change, mayGoOn)) ? 'NO_MORE' : 'MORE',
  apply: (deps, edit, _change, mayGoOn) => applyStockEdit(deps, edit, mayGoOn),
  rollBack: (deps, edit, _change, mayGoOn) => rollBackStockEdit(deps, edit, mayGoOn),
});

import { isOfWbTags } from '#contract/bulk-changes.ts';
import { WB_TAG_EDIT } from '#server/bulk-edits/go-on.ts';
import { marketplaceEditJob } from '#server/bulk-edits/marketplace-edit-job.ts';
import { applyWbTagEdit, rollBackWbTagEdit } from './send-wb-tag-edit.ts';

/** Takes a change of «Ярлыки WB» as far as it goes by itself: applied or rolled back. */
export const goOnWithWbTagEditJob = marketplaceEditJob(WB_TAG_EDIT, {
  isOfKind: isOfWbTags,
  apply: applyWbTagEdit,
  rollBack: rollBackWbTagEdit,
});

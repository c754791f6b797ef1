import { countRecentOrdersJob } from './analytics/count-recent-orders.ts';
import { keepDayLinesJob } from './analytics/keep-day-lines.ts';
import { syncSalesJob } from './analytics/sync-sales-job.ts';
import { syncTariffsJob } from './analytics/sync-tariffs-job.ts';
import { cleanupJob } from './auth/cleanup-job.ts';
import { forgetBulkEditsJob, goOnWithBulkEditsJob } from './bulk-edits/go-on.ts';
import { forgetGroupMovesJob, moveGroupsJob } from './card-groups/move-job.ts';
import { finishMovesJob, forgetOperationsJob } from './cards/archive.ts';
import { followCostsJob } from './cards/card-costs.ts';
import { addUpCardCountsJob } from './cards/card-counts.ts';
import { forgetCardChangesJob } from './cards/card-history.ts';
import { forgetCopyingsJob } from './cards/copyings.ts';
import { addUpCardChecksumsJob, forgetRemovedCardsJob } from './cards/feed/upkeep.ts';
import { forgetSelectionsJob } from './cards/frozen-selections.ts';
import { reckonFilledJob } from './cards/reckon-filled.ts';
import { rewriteSearchTextsJob } from './cards/rewrite-search-texts.ts';
import { forgetImportsJob, goOnWithImportsJob } from './imports/go-on.ts';
import type { JobDefinition } from './jobs/job.ts';
import { removeUnusedPhotosJob } from './media/remove-unused-photos-job.ts';
import { forgetPriceChangesJob } from './price-watch/price-changes.ts';
import { applyPromotionJob, forgetApplicationsJob } from './promotions/applications/application-job.ts';
import { syncPromotionsJob } from './promotions/sync-promotions-job.ts';
import { advanceShipmentJob } from './shipments/run/advance-shipment-job.ts';
import { resumeShipmentsJob } from './shipments/run/resume-shipments-job.ts';
import { goOnWithStockEditJob } from './stocks/edits/stock-edit-job.ts';
import { syncShopJob } from './sync/sync-shop-job.ts';
import { goOnWithWbTagEditJob } from './wb-tags/edits/wb-tag-edit-job.ts';

/** Every job there is. */
export const jobDefinitions: readonly JobDefinition[] = [
  syncShopJob,
  syncSalesJob,
  syncPromotionsJob,
  syncTariffsJob,
  forgetPriceChangesJob,
  applyPromotionJob,
  forgetApplicationsJob,
  advanceShipmentJob,
  resumeShipmentsJob,
  cleanupJob,
  addUpCardCountsJob,
  addUpCardChecksumsJob,
  followCostsJob,
  reckonFilledJob,
  countRecentOrdersJob,
  keepDayLinesJob,
  rewriteSearchTextsJob,
  forgetOperationsJob,
  finishMovesJob,
  forgetCopyingsJob,
  forgetCardChangesJob,
  forgetRemovedCardsJob,
  forgetSelectionsJob,
  goOnWithBulkEditsJob,
  goOnWithStockEditJob,
  goOnWithWbTagEditJob,
  forgetBulkEditsJob,
  moveGroupsJob,
  forgetGroupMovesJob,
  goOnWithImportsJob,
  forgetImportsJob,
  removeUnusedPhotosJob,
];

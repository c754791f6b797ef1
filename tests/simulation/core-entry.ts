/** What a simulated tab runs: the app's own modules, as they are shipped, without the screens. */
export { QueryObserver } from '@tanstack/react-query';
export { api } from '#api/api.ts';
export { signOut, signOutOnThisDevice } from '#api/auth.ts';
export { cardQueries } from '#api/cards.ts';
export { oneCardQueries } from '#api/one-card.ts';
export { session } from '#api/session/session.ts';
export { userQueries } from '#api/users.ts';
export { warehouseQueries } from '#api/warehouses.ts';
export { catalogueStatus } from '#offline/catalogue/catalogue-status.ts';
export { catalogueSwitch } from '#offline/catalogue/catalogue-switch.ts';
export { serveCalls } from '#offline/catalogue/serve-calls.ts';
export { startCatalogue } from '#offline/catalogue/start-catalogue.ts';
export { canReachServer, connectivity } from '#offline/connection/connectivity.ts';
export { startLiveUpdates } from '#offline/live/start-live-updates.ts';
export { startIfTaken } from '#offline/takings/start-takings.ts';
export {
  beginTaking,
  letAllGo,
  letTakingGo,
  renewTaking,
  resumeTaking,
  stopTaking,
} from '#offline/takings/takings.ts';
export { takingsStatus } from '#offline/takings/takings-status.ts';
export { SETTINGS_ID, recordsOf } from '#offline/outbox/outbox-record.ts';
export { waitingFields } from '#offline/outbox/overlay.ts';
export { newTemporaryId } from '#offline/outbox/use-outbox.ts';
export { outbox } from '#offline/outbox/user-outbox.ts';
export { startOffline } from '#app/start.ts';

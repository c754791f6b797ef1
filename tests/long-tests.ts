/**
 * What `npm test` leaves to `npm run test:long`, so that a newcomer waits minutes: real processes that are started and
 * killed again and again, and walks through every screen in every window, font and theme. `.ci/run` runs both.
 */
export const LONG_TESTS = [
  'tests/kill/**/*.test.ts',
  'tests/simulation/guards.test.ts',
  'server/exports/export-memory.test.ts',
  'server/start-server.test.ts',
  'server/start-together.test.ts',
  'server/demo/running-shipments.test.ts',
  'server/demo/two-processes.test.ts',
  'server/promotions/applications/mutated-applications.test.ts',
  'server/shipments/mutated-writes.test.ts',
];

export const LONG_BROWSER_TESTS = [
  '**/accessibility.e2e.ts',
  '**/accessibility-states.e2e.ts',
  '**/floating.e2e.ts',
  '**/forced-colors.e2e.ts',
  '**/hostile-corpus.e2e.ts',
  '**/narrow.e2e.ts',
  '**/print.e2e.ts',
  '**/table-layout.e2e.ts',
  '**/ten-thousand.e2e.ts',
  '**/ten-thousand-stocks.e2e.ts',
  '**/ten-thousand-table.e2e.ts',
  '**/updates.e2e.ts',
];

/** What even `.ci/run` leaves to whoever is about to release: walks whose parts are held by shorter tests as well. `npm run test:walks`. */
export const WALKS = [
  '**/ten-thousand-copies.e2e.ts',
  '**/ten-thousand-edits.e2e.ts',
  '**/ten-thousand-offline.e2e.ts',
  '**/ten-thousand-texts.e2e.ts',
  '**/widths.e2e.ts',
];

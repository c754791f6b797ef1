import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listBarcodeHoldersEndpoint } from '#contract/barcodes.ts';
import { anna, makeTokens } from '#tests/fixtures/tokens.ts';
import { mock } from '#tests/mocks/mock-endpoint.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { barcodeQueries } from './barcodes.ts';
import { session } from './session/session.ts';

/** So many, in their order; one of them belongs to a card. */
const barcodes = Array.from({ length: 1000 }, (_, index) => String(2_000_000_000_000 + index * 10));
const LAST = barcodes.at(-1) ?? '';

const newClient = () => new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } });

beforeEach(() => session.startSession(makeTokens(anna)));
afterEach(() => session.endSession('logout'));

function hearQuestions() {
  const asked: string[][] = [];
  mockServer.use(
    mock(listBarcodeHoldersEndpoint, ({ query }) => {
      asked.push(query.barcode);
      return query.barcode.includes(LAST) ? [{ barcode: LAST, cardId: 7, vendorCode: 'ДРУГАЯ' }] : [];
    }),
  );
  return asked;
}

it('all barcodes are asked about, also those beyond what one question may name', async () => {
  const asked = hearQuestions();
  const found = await newClient().fetchQuery(barcodeQueries.holders(barcodes));
  expect(found).toEqual([{ barcode: LAST, cardId: 7, vendorCode: 'ДРУГАЯ' }]);
  expect(asked.flat()).toEqual(barcodes);
  expect(Math.max(...asked.map((part) => part.length))).toBeLessThanOrEqual(200);
});

it('one more among many is asked about with its neighbours alone', async () => {
  const asked = hearQuestions();
  const client = newClient();
  await client.fetchQuery(barcodeQueries.holders(barcodes));
  const first = asked.length;
  await client.fetchQuery(barcodeQueries.holders(barcodes.toSpliced(500, 0, '2000000004995')));
  const again = asked.slice(first);
  expect(again.flat()).toContain('2000000004995');
  expect(again.length).toBeLessThanOrEqual(3);
});

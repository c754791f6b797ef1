import { z } from 'zod/mini';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { endpoint } from '#contract/endpoint.ts';
import type { Trx } from '#server/db/database.ts';
import { buildTestApp, type SignedIn, type TestApp } from '#tests/setup/test-app.ts';
import { serve } from './serve.ts';

const shape = {
  method: 'POST',
  summary: 'Проба',
  access: 'user',
  response: z.object({ isTransaction: z.boolean() }),
} as const;
const keyed = endpoint({
  ...shape,
  path: '/probe/keyed/',
  idempotency: 'optional',
  ifMatch: 'required',
});
const callingOut = endpoint({
  ...shape,
  path: '/probe/calling-out/',
  idempotency: 'optional',
  ifMatch: 'optional',
});
const plain = endpoint({ ...shape, path: '/probe/plain/' });

const inTransaction = async (trx: Trx) => ({ isTransaction: trx.isTransaction });
const sure = (version: number) => version;

let test: TestApp;
let seller: SignedIn;
beforeAll(async () => {
  test = await buildTestApp({
    beforeReady: (app) => {
      serve(app, keyed, ({ db, version }) => {
        sure(version);
        return inTransaction(db);
      });
      serve(
        app,
        callingOut,
        ({ db, version }) => {
          // @ts-expect-error - a version that may be left out is not sure.
          sure(version);
          // @ts-expect-error - who calls out gets no transaction.
          return inTransaction(db);
        },
        { callsOut: true },
      );
      serve(app, plain, ({ db, version }) => {
        // @ts-expect-error - the endpoint takes no version.
        sure(version);
        // @ts-expect-error - an endpoint without an idempotency key gets no transaction.
        return inTransaction(db);
      });
    },
  });
  seller = await test.signIn();
});
afterAll(() => test.close());

it('gives a transaction exactly where the types promise one', async () => {
  const seen = await Promise.all(
    ['keyed', 'calling-out', 'plain'].map(async (path) => {
      const headers = { ...seller.headers, 'if-match': '"v1"' };
      const answer = await test.app.inject({ method: 'POST', url: `/api/v1/probe/${path}/`, headers });
      return answer.json<{ is_transaction: boolean }>().is_transaction;
    }),
  );
  expect(seen).toEqual([true, false, false]);
});

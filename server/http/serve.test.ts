import { z } from 'zod/mini';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoint } from '#contract/endpoint.ts';
import type { Trx } from '#server/db/database.ts';
import { buildTestApp, type SignedIn, type TestApp } from '#tests/setup/test-app.ts';
import { serve } from './serve.ts';
import { WireText } from './wire-text.ts';

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
const written = endpoint({
  ...shape,
  path: '/probe/written/',
  response: z.object({ subjectName: z.string() }),
});
let writtenText = '';

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
      serve(app, written, async () => new WireText(writtenText));
    },
  });
  seller = await test.signIn();
});
afterAll(() => test.close());

it('gives a transaction exactly where the types promise one', async () => {
  const seen = await Promise.all(
    ['keyed', 'calling-out', 'plain'].map(async (path) => {
      const headers = { ...seller.headers, 'if-match': '"v1"' };
      const response = await test.app.inject({ method: 'POST', url: `/api/v1/probe/${path}/`, headers });
      return response.json<{ is_transaction: boolean }>().is_transaction;
    }),
  );
  expect(seen).toEqual([true, false, false]);
});

describe('a response that is written already', () => {
  const askWritten = (text: string) => {
    writtenText = text;
    return test.app.inject({ method: 'POST', url: '/api/v1/probe/written/', headers: seller.headers });
  };

  it('goes over the wire as it is', async () => {
    const response = await askWritten('{"subject_name" : "Кружки"}');
    expect(response.body).toBe('{"subject_name" : "Кружки"}');
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it('is held to the contract in tests like any other', async () => {
    for (const broken of ['{"subject_name":1}', '{"subjectNam":"Кружки"}', '{"subject_name":']) {
      expect((await askWritten(broken)).statusCode).toBe(500);
    }
  });
});

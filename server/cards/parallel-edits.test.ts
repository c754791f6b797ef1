import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import { buildTestApp, type SignedIn } from '#tests/setup/test-app.ts';
import { addTestSubjects, cardBody } from '#tests/support/cards/fixtures.ts';

let test: ShopTest;
let owner: SignedIn;

beforeAll(async () => {
  test = await openShopTest();
  await addTestSubjects(test.database.db);
  owner = await test.signIn('owner');
});
afterAll(() => test.close());

const EDITORS = 50;
const PATIENT_EDITORS = 12;

async function createCard(vendorCode: string): Promise<string> {
  const { body } = await test.call(owner, 'POST', '/cards/', { body: cardBody(vendorCode) });
  return `/cards/${String(body.id)}/`;
}

describe('G-05: people who change one card at once', () => {
  it('fifty from the same version: one does, the others see what is there now', async () => {
    const path = await createCard('ПРАВКИ-1');
    const responses = await Promise.all(
      Array.from({ length: EDITORS }, (_, index) =>
        test.call(owner, 'PATCH', path, { body: { title: `Кружка ${String(index)}` }, version: 1 }),
      ),
    );
    const done = responses.filter(({ status }) => status === 200);
    expect(done).toHaveLength(1);
    for (const { status, body } of responses) {
      if (status === 200) continue;
      expect(status).toBe(412);
      expect(body.current).toMatchObject({ version: 2, title: done[0]?.body.title });
    }
    expect((await test.call(owner, 'GET', path)).body).toMatchObject({
      version: 2,
      title: done[0]?.body.title,
    });
  });

  it('each until it has succeeded: no change is lost', async () => {
    const path = await createCard('ПРАВКИ-2');
    const addLetter = async () => {
      for (;;) {
        const { body: card } = await test.call(owner, 'GET', path);
        const changed = {
          body: { description: `${String(card.description)}я` },
          version: Number(card.version),
        };
        const { status } = await test.call(owner, 'PATCH', path, changed);
        expect([200, 412]).toContain(status);
        if (status === 200) return;
      }
    };
    const { body: before } = await test.call(owner, 'GET', path);
    // Each round ends for one of them: with more the rounds take long and show nothing new.
    await Promise.all(Array.from({ length: PATIENT_EDITORS }, addLetter));
    const { body: after } = await test.call(owner, 'GET', path);
    expect(after.description).toBe(String(before.description) + 'я'.repeat(PATIENT_EDITORS));
    expect(after.version).toBe(1 + PATIENT_EDITORS);
  });
});

it.each(['40001', '40P01'])(
  'G-05: what is still in another’s way after its repetitions (%s) is 503',
  async (code) => {
    let tries = 0;
    const crowded = await buildTestApp({
      beforeReady: (app) =>
        app.get('/crowded', () =>
          app.serving.database.transaction(() => {
            tries += 1;
            return Promise.reject(Object.assign(new Error('in the way'), { code }));
          }),
        ),
    });
    const response = await crowded.app.inject('/crowded');
    expect(response.statusCode).toBe(503);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    expect(tries).toBe(3);
    await crowded.close();
  },
);

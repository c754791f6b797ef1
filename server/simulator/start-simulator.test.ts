import { afterEach, describe, expect, it } from 'vitest';
import { call, cardBody, openShop, until, type Shop } from './testing.ts';

const shops: Shop[] = [];
async function shop(...args: Parameters<typeof openShop>): Promise<Shop> {
  const opened = await openShop(...args);
  shops.push(opened);
  return opened;
}
afterEach(async () => {
  for (const opened of shops.splice(0)) await opened.close();
});

describe('creation of cards', () => {
  it('answers 200 at once and shows the card in the list later', async () => {
    const { url, token } = await shop({ speed: 20 });
    const sent = await call(url, 'POST', '/content/content/v2/cards/upload', token, cardBody('MUG-1'));
    expect(sent).toMatchObject({ status: 200, body: { error: false } });
    const listed = () => call(url, 'POST', '/content/content/v2/get/cards/list', token, {});
    expect((await listed()).body).toMatchObject({ cards: [] });
    const answer = await until(listed, ({ body }) => body.cards.length === 1);
    expect(answer.body.cards[0]).toMatchObject({
      vendorCode: 'MUG-1',
      subjectID: 812,
      title: 'Кружка 350 мл',
    });
    expect(answer.body.cards[0].sizes[0].skus[0]).toMatch(/^20\d{11}$/);
    expect(answer.body.cursor).toMatchObject({ total: 1, nmID: answer.body.cards[0].nmID });
  });
});

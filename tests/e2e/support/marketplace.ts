import type { APIRequestContext } from '@playwright/test';
import type { Backend } from './backend.ts';
import { DEMO, expect } from './test.ts';

interface PricedCard {
  nmId: number;
  shop: { id: number; sid: string };
}

/** Sets a price at the demo's marketplace as another program of the seller does, and has the shop read again. */
export async function setPriceThere(
  { simulatorUrl }: Backend,
  request: APIRequestContext,
  { nmId, shop }: PricedCard,
  { price, discount }: { price: number; discount: number },
): Promise<void> {
  const { token } = await post(`${simulatorUrl}/_simulator/tokens`, {
    sid: shop.sid,
    categories: ['prices'],
  });
  // The server's calls and these share the seller's limit.
  await expect(async () => {
    const data = [{ nmID: nmId, price, discount }];
    await post(`${simulatorUrl}/prices/api/v2/upload/task`, { data }, token);
  }).toPass({ intervals: [1_000] });
  const goods = `${simulatorUrl}/prices/api/v2/list/goods/filter?limit=1&filterNmID=${nmId}`;
  const there = async () => {
    const { data } = await (await fetch(goods, { headers: { authorization: token } })).json();
    return [data?.listGoods[0]?.sizes[0].price, data?.listGoods[0]?.discount];
  };
  await expect.poll(there, { intervals: [1_000] }).toEqual([price, discount]);
  await readShop(request, shop.id, token);
}

/** A token that comes to a shop has it read at once; it goes again. */
async function readShop(request: APIRequestContext, shopId: number, token: string): Promise<void> {
  const { access } = await (await request.post('/api/v1/user/auth/', { data: DEMO })).json();
  const headers = { authorization: `Bearer ${access}` };
  const added = await request.post(`/api/v1/shops/${shopId}/tokens/`, { data: { token }, headers });
  expect(added.status(), await added.text()).toBe(201);
  const ids = (await added.json()).tokens.map(({ id }: { id: number }) => id);
  const removed = await request.delete(`/api/v1/shops/${shopId}/tokens/${Math.max(...ids)}/`, { headers });
  expect(removed.status()).toBe(204);
}

async function post(url: string, body: unknown, token?: string) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: token }) },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  expect(response.ok, text).toBe(true);
  return JSON.parse(text);
}

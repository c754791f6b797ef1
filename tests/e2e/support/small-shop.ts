import type { APIRequestContext } from '@playwright/test';
import type { Backend } from './backend.ts';
import { DEMO2, expect } from './test.ts';

const DAY_MS = 86_400_000;

interface SmallShop {
  name: string;
  vendorCodes: readonly string[];
}

/** A date so many days ago, as an address has it. */
export const dayAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/**
 * A seller of a few expensive cards at the demo's marketplace, each with three pieces in stock and a year of sales, as a
 * shop of the second account. Its reports are read in a call or two, and what they say of past weeks stands still.
 */
export async function addSmallShop(
  { simulatorUrl }: Backend,
  request: APIRequestContext,
  { name, vendorCodes }: SmallShop,
): Promise<{ id: number; sid: string }> {
  const control = controlOf(simulatorUrl);
  const { sid } = await control('POST', '/sellers', { name, tin: '770000000777', tradeMark: name });
  const { cards } = await control('PUT', `/sellers/${sid}/cards`, {
    cards: vendorCodes.map((vendorCode, index) => ({
      vendorCode,
      title: `Пальто ${vendorCode}`,
      subjectID: 305,
      price: 9_000 + 1_000 * index,
      createdAt: new Date(Date.now() - 400 * DAY_MS).toISOString(),
      sizes: [{ techSize: '0' }],
    })),
  });
  const { id: warehouseId } = await control('POST', `/sellers/${sid}/warehouses`, { name: 'Склад' });
  await control('PUT', `/sellers/${sid}/stocks`, {
    stocks: cards.map(({ sizes: [size] }: { sizes: { chrtID: number }[] }) => ({
      warehouseId,
      chrtId: size?.chrtID,
      amount: 3,
    })),
  });
  const { token } = await control('POST', '/tokens', { sid, categories: EVERYTHING });
  const call = await callAs(request);
  const { id } = await call('POST', '/shops/', { name, token });
  return { id, sid };
}

const EVERYTHING = ['content', 'prices', 'marketplace', 'statistics', 'finance', 'analytics'];

/** Resolves when orders, sales, reports up to that day and the list of reports have been read of these shops. */
export async function untilSold(request: APIRequestContext, shopIds: readonly number[], to: string) {
  const call = await callAs(request);
  const shop = shopIds.map((id) => `shop=${id}`).join('&');
  await expect
    .poll(
      async () => {
        const { sources } = await call('GET', `/analytics/profit/?from=${to}&to=${to}&basis=OWN&${shop}`);
        const { synced_at: listedAt } = await call(
          'GET',
          `/analytics/weekly-reports/?from=${to}&to=${to}&${shop}`,
        );
        return (
          listedAt !== null &&
          sources.every(
            ({ sales, report }: { sales: { read_at: string | null }; report: { to: string | null } }) =>
              sales.read_at !== null && (report.to ?? '') >= to,
          )
        );
      },
      // Reports are read by one call a minute.
      { intervals: [1_000], timeout: 240_000 },
    )
    .toBe(true);
}

/** Calls the server as the second account's user, past the page. Answers in wire format. */
export async function callAs(request: APIRequestContext) {
  const { access } = await (await request.post('/api/v1/user/auth/', { data: DEMO2 })).json();
  return async (method: string, path: string, data?: object, headers: Record<string, string> = {}) => {
    const response = await request.fetch(`/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${access}`, ...headers },
      ...(data && { data }),
    });
    expect(response.ok(), await response.text()).toBe(true);
    return response.json();
  };
}

/** Orders things of the demo's marketplace as nobody can there. */
export function controlOf(simulatorUrl: string) {
  return async (method: string, path: string, body: object) => {
    const response = await fetch(`${simulatorUrl}/_simulator${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    expect(response.ok, text).toBe(true);
    return JSON.parse(text);
  };
}

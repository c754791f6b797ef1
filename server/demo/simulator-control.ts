import { z } from 'zod/mini';

/** The simulator's control interface and directory, over HTTP like everything we say to a marketplace. */

export type SimulatorCategory = 'content' | 'analytics' | 'prices' | 'marketplace' | 'statistics' | 'finance';

/** A card as the simulator takes it: prices in roubles. */
export interface SimulatorCard {
  vendorCode: string;
  title: string;
  description: string;
  brand: string;
  subjectID: number;
  group: string;
  dimensions: { length: number; width: number; height: number; weightBrutto: number };
  characteristics: { id: number; value: string[] | number }[];
  sizes: { techSize: string; wbSize: string; skus: string[] }[];
  photos: string[];
  price: number;
  discount: number;
  clubDiscount: number;
  createdAt: string;
  updatedAt: string;
}

const loadedSchema = z.object({
  cards: z.array(
    z.object({
      vendorCode: z.string(),
      nmID: z.int(),
      imtID: z.int(),
      sizes: z.array(z.object({ chrtID: z.int(), techSize: z.string(), skus: z.array(z.string()) })),
    }),
  ),
});
export type LoadedCard = z.infer<typeof loadedSchema>['cards'][number];

const tokenSchema = z.object({ id: z.string(), token: z.string() });
const warehouseSchema = z.looseObject({
  id: z.int(),
  name: z.string(),
  cargoType: z.int(),
  deliveryType: z.int(),
});

export function simulatorControl(simulatorUrl: string) {
  const send = async <T>(method: string, path: string, body: unknown, schema: z.ZodMiniType<T>) => {
    const response = await fetch(`${simulatorUrl}/_simulator${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return schema.parse(await response.json());
  };
  return {
    createSeller: async (seller: { name: string; tin: string; tradeMark: string }) =>
      (await send('POST', '/sellers', seller, z.object({ sid: z.string() }))).sid,
    issueToken: (token: {
      sid: string;
      categories: readonly SimulatorCategory[];
      acc?: number;
      readOnly?: boolean;
      expiresAt?: string;
      revoked?: boolean;
    }) => send('POST', '/tokens', token, tokenSchema),
    /** undefined: no earlier version issued it. */
    resignToken: async (token: string) => {
      const schema = await send(
        'POST',
        '/tokens/resign',
        { token },
        z.object({ token: z.nullable(z.string()) }),
      );
      return schema.token ?? undefined;
    },
    createWarehouse: (
      sid: string,
      warehouse: { name: string; officeId: number; cargoType?: number; deliveryType?: number },
    ) => send('POST', `/sellers/${sid}/warehouses`, warehouse, warehouseSchema),
    putCards: async (sid: string, cards: readonly SimulatorCard[]) =>
      (await send('PUT', `/sellers/${sid}/cards`, { cards }, loadedSchema)).cards,
    putStocks: (sid: string, stocks: readonly { warehouseId: number; chrtId: number; amount: number }[]) =>
      send('PUT', `/sellers/${sid}/stocks`, { stocks }, z.object({ count: z.int() })),
  };
}

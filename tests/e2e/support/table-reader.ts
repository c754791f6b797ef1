import type { APIRequestContext } from '@playwright/test';
import { BIG } from './big-account.ts';
import { expect } from './test.ts';

/** Figures of a card that has cells in the columns between its price and its cost price. */
export interface Facts {
  price_kopecks: number;
  discount: number;
  club_discount: number;
  cost_price_kopecks: number | null;
  /** A price and a discount of each shop that has columns. */
  own: (number | null)[];
}

/** In how many of its cells a row is another than it was. */
export function differences(before: Facts, after: Facts): number {
  const valuesOf = ({ own, ...facts }: Facts) => [...Object.values(facts), ...own];
  const wanted = valuesOf(after);
  return valuesOf(before).filter((value, at) => value !== wanted[at]).length;
}

export type TableCard = Omit<Facts, 'own'> & {
  id: number;
  subject_id: number;
  brand: string;
  tags: string[];
  length_cm: number;
  own_prices: { shop_id: number; price_kopecks: number }[];
  own_discounts: { shop_id: number; discount: number }[];
  /** Of the characteristic that was asked for. */
  values: string | undefined;
};

interface ValuesOfCard {
  card_id: number;
  characteristics: { values: string[] }[];
}

/** Reads the big account’s cards as the table does, past the page, with a characteristic. Answers in wire format. */
export async function tableReader(request: APIRequestContext, characteristic: string) {
  const { access } = await (await request.post('/api/v1/user/auth/', { data: BIG })).json();
  const headers = { authorization: `Bearer ${access}` };
  const post = async (path: string, data: object) => {
    const response = await request.post(`/api/v1/cards/${path}`, { data, headers });
    expect(response.ok(), await response.text()).toBe(true);
    return response.json();
  };
  const all = { selection: { filter: {} } };
  let order: number[] | undefined;
  const profile = await (await request.get('/api/v1/users/me/', { headers })).json();
  const shops: { id: number; name: string }[] = profile.shops.slice(0, 2);
  const { characteristics } = await post('bulk-edits/characteristics/', all);
  const asked = characteristics.find(({ name }: { name: string }) => name === characteristic);
  const subjectIds = new Set(asked.subjects.map(({ id }: { id: number }) => id));
  return {
    shops,
    /** Whether the card’s subject has the characteristic. */
    hasIt: (card: TableCard) => subjectIds.has(card.subject_id),
    /** As the list had them when they were first read: so has «Таблица», and an edit moves them in the list. */
    cards: async (): Promise<TableCard[]> => {
      const cards: TableCard[] = [];
      for (let after: number | null | undefined; after !== null;) {
        const part = await post('table/', { ...all, ordering: '-updated_at', after_id: after });
        order ??= part.order;
        const query = {
          card_ids: part.results.map(({ id }: TableCard) => id),
          characteristic_ids: [asked.id],
        };
        const { results } = await post('table/characteristics/', query);
        const values = new Map(
          results.map((one: ValuesOfCard) => [one.card_id, one.characteristics[0]?.values.join('; ')]),
        );
        cards.push(...part.results.map((card: TableCard) => ({ ...card, values: values.get(card.id) })));
        after = part.next_after_id;
      }
      const places = new Map(order?.map((id, place) => [id, place]));
      return cards.toSorted((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0));
    },
    factsOf: (card: TableCard | undefined): Facts => {
      if (!card) throw new Error('No such card');
      const { price_kopecks, discount, club_discount, cost_price_kopecks, own_prices, own_discounts } = card;
      const own = shops.flatMap(({ id }) => [
        own_prices.find((one) => one.shop_id === id)?.price_kopecks ?? null,
        own_discounts.find((one) => one.shop_id === id)?.discount ?? null,
      ]);
      return { price_kopecks, discount, club_discount, cost_price_kopecks, own };
    },
  };
}

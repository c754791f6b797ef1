import type { TestMarket } from './test-market.ts';

/** Test support: a seller puts cards into the trash in the marketplace's own cabinet. */
export async function trashCards(
  { url, control }: Pick<TestMarket, 'url' | 'control'>,
  sid: string,
  nmIDs: number[],
): Promise<void> {
  const { token } = await control('POST', '/tokens', { sid, categories: ['content'] });
  const response = await fetch(`${url}/content/content/v2/cards/delete/trash`, {
    method: 'POST',
    headers: { authorization: String(token), 'content-type': 'application/json' },
    body: JSON.stringify({ nmIDs }),
  });
  if (!response.ok) throw new Error(await response.text());
}

import { sql } from 'kysely';
import {
  MAX_COPIED_CARDS,
  MAX_COPIES_AT_ONCE,
  type readCopiesOfManyEndpoint,
} from '#contract/card-copies.ts';
import type { CardSelection } from '#contract/card-operations.ts';
import type { Card } from '#contract/cards.ts';
import type { EndpointBody, EndpointResponse } from '#contract/endpoint.ts';
import type { Db } from '#server/db/database.ts';
import { badRequest } from '#server/errors/http-error.ts';
import { valuesOf } from './characteristic-values.ts';
import { findColours } from './colours.ts';
import { findCopied } from './copy-in-parts.ts';
import { numberedCopies, type Named } from './free-names.ts';
import { findCards } from './repository.ts';
import { resolveSelection } from './selection.ts';

/** A part is a moment of the server: characteristics are long. */
export const SOURCES_PER_PART = 250;
/** Names alone are short. */
const NAMES_PER_QUERY = 1000;

type Part = EndpointResponse<typeof readCopiesOfManyEndpoint>;
type Source = Part['results'][number];

/** A part of the copies of a choice, by the card's id. Throws as {@link resolveSelection} does, with each part. */
export async function findCopiesPart(
  db: Db,
  accountId: number,
  { selection, copyingKey, afterId = 0 }: EndpointBody<typeof readCopiesOfManyEndpoint>,
): Promise<Part> {
  const chosen = await resolveSelection(db, accountId, selection);
  if (chosen.length > MAX_COPIED_CARDS)
    throw badRequest('За раз — не больше 10 000 карточек: выберите меньше');
  const copied = copyingKey === undefined ? null : await findCopied(db, accountId, copyingKey, chosen);
  const ids = copied ? chosen.filter((id) => !copied.has(id)) : chosen;
  const left = ids.filter((id) => id > afterId);
  const part = left.slice(0, SOURCES_PER_PART);
  const before = await findNames(
    db,
    accountId,
    ids.filter((id) => id <= afterId),
  );
  return {
    cardTotal: chosen.length,
    madeCount: chosen.length - ids.length,
    results: await findSources(db, accountId, part, before),
    nextAfterId: left.length > part.length ? (part.at(-1) ?? null) : null,
  };
}

/** All of a choice that is made at once. */
export async function findCopiesOfMany(
  db: Db,
  accountId: number,
  selection: CardSelection,
): Promise<Source[]> {
  const ids = await resolveSelection(db, accountId, selection);
  if (ids.length > MAX_COPIES_AT_ONCE) {
    throw badRequest(`За раз — не больше ${MAX_COPIES_AT_ONCE} карточек: выберите меньше`);
  }
  return await findSources(db, accountId, ids, []);
}

/** A copy of each card as it would be made now, beside what it is of. */
async function findSources(
  db: Db,
  accountId: number,
  ids: readonly number[],
  before: readonly Named[],
): Promise<Source[]> {
  const cards = await findCards(db, accountId, ids);
  const copies = await numberedCopies(db, accountId, cards, before);
  const colours = await findColours(db, cards);
  return cards.map((card, index) => ({
    cardId: card.id,
    sourceVendorCode: card.vendorCode,
    sourceTitle: card.title,
    photo: card.photos[0] ?? null,
    vendorCode: copies[index]?.vendorCode ?? '',
    title: copies[index]?.title ?? '',
    colour: colourOf(card, colours.get(card.subjectId)),
    sizes: card.sizes.map(({ techSize }) => ({ techSize })),
  }));
}

function colourOf(card: Card, colour: { id: number; maxCount: number } | undefined) {
  if (!colour) return null;
  return { values: valuesOf(card.characteristics, colour.id), maxCount: colour.maxCount };
}

async function findNames(db: Db, accountId: number, ids: readonly number[]): Promise<Named[]> {
  const names: Named[] = [];
  for (let start = 0; start < ids.length; start += NAMES_PER_QUERY) {
    const rows = await db
      .selectFrom('cards')
      .select(['vendor_code as vendorCode', 'title'])
      .where('account_id', '=', accountId)
      .where('id', '=', sql<number>`any(${ids.slice(start, start + NAMES_PER_QUERY)}::bigint[])`)
      .execute();
    names.push(...rows);
  }
  return names;
}

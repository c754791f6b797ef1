import { sql } from 'kysely';
import {
  MAX_COPIES_AT_ONCE,
  MAX_COPY_SOURCES,
  type listCopiesOfManyEndpoint,
  type nameCopiesEndpoint,
  type readCopiesOfManyEndpoint,
  type readCopySourcesEndpoint,
} from '#contract/card-copies.ts';
import type { CardSelection } from '#contract/card-operations.ts';
import type { Card } from '#contract/cards.ts';
import type { EndpointBody, EndpointResponse } from '#contract/endpoint.ts';
import { MAX_COPIED_CARDS } from '#contract/selection-limits.ts';
import type { Db } from '#server/db/database.ts';
import { badRequest, notFound } from '#server/errors/http-error.ts';
import { valuesOf } from './characteristic-values.ts';
import { findColours } from './colours.ts';
import { findCopied } from './copy-in-parts.ts';
import { freeNames, type Named } from './free-names.ts';
import { findCards } from './repository.ts';
import { resolveSelection } from './selection.ts';

/** Names alone are short. */
const NAMES_PER_QUERY = 1000;

type Names = EndpointResponse<typeof nameCopiesEndpoint>;
type Source = EndpointResponse<typeof readCopySourcesEndpoint>['results'][number];
type Part = EndpointResponse<typeof readCopiesOfManyEndpoint>;

/** Throws as {@link resolveSelection} does, once: what the page goes on with are cards, not the choice. */
export async function nameCopies(
  db: Db,
  accountId: number,
  choice: EndpointBody<typeof nameCopiesEndpoint>,
): Promise<Names> {
  const { cardTotal, ids } = await findUncopied(db, accountId, choice);
  return {
    cardTotal,
    madeCount: cardTotal - ids.length,
    results: await nameEach(db, accountId, ids),
  };
}

/** What a copy is made of, beside its names. Throws 404 where one of the cards is not there. */
export async function findCopySources(db: Db, accountId: number, ids: readonly number[]): Promise<Source[]> {
  const cards = await findCards(db, accountId, ids);
  if (cards.length < new Set(ids).size) throw notFound('Некоторых карточек больше нет. Обновите список');
  const colours = await findColours(db, cards);
  return cards.map((card) => ({
    cardId: card.id,
    sourceVendorCode: card.vendorCode,
    sourceTitle: card.title,
    photo: card.photos[0] ?? null,
    colour: colourOf(card, colours.get(card.subjectId)),
    hasShopTitles: (card.shopTexts ?? []).some(({ title }) => title !== ''),
    sizes: card.sizes.map(({ techSize }) => ({ techSize })),
  }));
}

/** A part of both, for builds of before: names that cards before the part would get are theirs. */
export async function findCopiesPart(
  db: Db,
  accountId: number,
  { afterId = 0, ...choice }: EndpointBody<typeof readCopiesOfManyEndpoint>,
): Promise<Part> {
  const { cardTotal, ids } = await findUncopied(db, accountId, choice);
  const beforeCount = ids.filter((id) => id <= afterId).length;
  const upToPart = ids.slice(0, beforeCount + MAX_COPY_SOURCES);
  const names = await nameEach(db, accountId, upToPart);
  return {
    cardTotal,
    madeCount: cardTotal - ids.length,
    results: await withSources(db, accountId, names.slice(beforeCount)),
    nextAfterId: upToPart.length < ids.length ? (upToPart.at(-1) ?? null) : null,
  };
}

/** All of a choice that is made at once, for builds of before those. */
export async function findCopiesOfMany(
  db: Db,
  accountId: number,
  selection: CardSelection,
): Promise<EndpointResponse<typeof listCopiesOfManyEndpoint>> {
  const ids = await resolveSelection(db, accountId, selection);
  if (ids.length > MAX_COPIES_AT_ONCE) {
    throw badRequest(`За раз — не больше ${MAX_COPIES_AT_ONCE} карточек: выберите меньше`);
  }
  return await withSources(db, accountId, await nameEach(db, accountId, ids));
}

/** The cards of a choice that the copying has not copied yet, ascending. */
async function findUncopied(
  db: Db,
  accountId: number,
  { selection, copyingKey }: EndpointBody<typeof nameCopiesEndpoint>,
): Promise<{ cardTotal: number; ids: number[] }> {
  const chosen = await resolveSelection(db, accountId, selection);
  if (chosen.length > MAX_COPIED_CARDS)
    throw badRequest('За раз — не больше 10 000 карточек: выберите меньше');
  const copied = copyingKey === undefined ? null : await findCopied(db, accountId, copyingKey, chosen);
  return { cardTotal: chosen.length, ids: copied ? chosen.filter((id) => !copied.has(id)) : chosen };
}

async function nameEach(db: Db, accountId: number, ids: readonly number[]): Promise<Names['results']> {
  const cards = await findNamed(db, accountId, ids);
  const names = await freeNames(db, accountId, cards);
  return cards.map(({ id }, index) => ({ cardId: id, vendorCode: '', title: '', ...names[index] }));
}

async function withSources(db: Db, accountId: number, names: Names['results']): Promise<Part['results']> {
  const byCard = new Map(names.map((name) => [name.cardId, name]));
  const sources = await findCopySources(db, accountId, [...byCard.keys()]);
  return sources.map((source) => ({ ...source, vendorCode: '', title: '', ...byCard.get(source.cardId) }));
}

function colourOf(card: Card, colour: { id: number; maxCount: number } | undefined) {
  if (!colour) return null;
  return { values: valuesOf(card.characteristics, colour.id), maxCount: colour.maxCount };
}

async function findNamed(
  db: Db,
  accountId: number,
  ids: readonly number[],
): Promise<(Named & { id: number })[]> {
  const named: (Named & { id: number })[] = [];
  for (let start = 0; start < ids.length; start += NAMES_PER_QUERY) {
    const rows = await db
      .selectFrom('cards')
      .select(['id', 'vendor_code as vendorCode', 'title'])
      .where('account_id', '=', accountId)
      .where('id', '=', sql<number>`any(${ids.slice(start, start + NAMES_PER_QUERY)}::bigint[])`)
      .orderBy('id')
      .execute();
    named.push(...rows);
  }
  return named;
}

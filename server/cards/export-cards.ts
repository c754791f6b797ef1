import { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { CardSelection } from '#contract/card-operations.ts';
import { cardStateNames } from '#contract/cards.ts';
import type { ExportFormat } from '#contract/fields.ts';
import { moscowTime } from '#contract/moscow-time.ts';
import type { Column } from '#contract/table-columns.ts';
import type { Db } from '#server/db/database.ts';
import { tableChunks } from '#server/exports/table-file.ts';
import { resolveSelection } from './selection.ts';

/** Descriptions are wide: more at a time would hold up who else asks the embedded database. */
const CARDS_PER_QUERY = 200;

type ExportedCard = Awaited<ReturnType<typeof readBatch>>[number];

/**
 * The chosen cards as a file that is made while it is sent. Throws, before its first byte, as {@link resolveSelection} does;
 * a card that is removed meanwhile is left out.
 */
export async function exportCards(
  db: Db,
  accountId: number,
  { selection, format }: { selection: CardSelection; format: ExportFormat },
): Promise<{ fileName: string; file: Readable }> {
  const ids = await resolveSelection(db, accountId, selection);
  const columns = columnsWith(await findShopNames(db, accountId));
  const rows = readCards(db, accountId, ids);
  return {
    fileName: `Карточки.${format}`,
    file: Readable.from(tableChunks(format, { name: 'Карточки', columns, rows }), { objectMode: false }),
  };
}

async function findShopNames(db: Db, accountId: number): Promise<Map<number, string>> {
  const shops = await db
    .selectFrom('shops')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .execute();
  return new Map(shops.map(({ id, name }) => [id, name]));
}

async function* readCards(db: Db, accountId: number, ids: readonly number[]): AsyncGenerator<ExportedCard> {
  for (let done = 0; done < ids.length; done += CARDS_PER_QUERY) {
    yield* await readBatch(db, accountId, ids.slice(done, done + CARDS_PER_QUERY));
  }
}

async function readBatch(db: Db, accountId: number, ids: readonly number[]) {
  return await db
    .selectFrom('cards')
    .innerJoin('subjects', 'subjects.id', 'cards.subject_id')
    .select([
      'cards.vendor_code',
      'cards.nm_id',
      'cards.title',
      'subjects.name as subject_name',
      'cards.brand',
      'cards.state',
      'cards.sizes',
      'cards.price_kopecks',
      'cards.discount',
      'cards.final_price_kopecks',
      'cards.club_discount',
      'cards.cost_price_kopecks',
      'cards.stock',
      'cards.shop_ids',
      'cards.dimensions',
      'cards.tags',
      'cards.description',
      'cards.updated_at',
    ])
    .where('cards.account_id', '=', accountId)
    .where('cards.id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('cards.id')
    .execute();
}

function columnsWith(shopNames: ReadonlyMap<number, string>): Column<ExportedCard>[] {
  return [
    { title: 'Артикул продавца', width: 22, value: (card) => card.vendor_code },
    { title: 'Артикул WB', width: 14, value: (card) => card.nm_id },
    { title: 'Название', width: 44, value: (card) => card.title },
    { title: 'Предмет', width: 20, value: (card) => card.subject_name },
    { title: 'Бренд', width: 18, value: (card) => card.brand },
    { title: 'Состояние', width: 16, value: (card) => cardStateNames[card.state] },
    { title: 'Размеры', width: 14, value: ({ sizes }) => joined(sizes.map(({ techSize }) => techSize)) },
    { title: 'Баркоды', width: 30, value: ({ sizes }) => joined(sizes.flatMap(({ skus }) => skus)) },
    { title: 'Цена, ₽', width: 12, value: (card) => card.price_kopecks / 100 },
    { title: 'Скидка, %', width: 10, value: (card) => card.discount },
    { title: 'Цена со скидкой, ₽', width: 18, value: (card) => card.final_price_kopecks / 100 },
    { title: 'Скидка WB Клуба, %', width: 18, value: (card) => card.club_discount },
    { title: 'Себестоимость, ₽', width: 16, value: ({ cost_price_kopecks: cost }) => cost && cost / 100 },
    { title: 'Остаток, шт.', width: 12, value: (card) => card.stock },
    {
      title: 'Магазины',
      width: 30,
      value: ({ shop_ids }) => joined(shop_ids.map((id) => shopNames.get(id) ?? '')),
    },
    { title: 'Длина, см', width: 10, value: ({ dimensions }) => dimensions.lengthCm || null },
    { title: 'Ширина, см', width: 10, value: ({ dimensions }) => dimensions.widthCm || null },
    { title: 'Высота, см', width: 10, value: ({ dimensions }) => dimensions.heightCm || null },
    { title: 'Вес, кг', width: 10, value: ({ dimensions }) => dimensions.weightKg || null },
    { title: 'Ярлыки', width: 20, value: (card) => joined(card.tags) },
    { title: 'Описание', width: 60, value: (card) => card.description },
    { title: 'Изменена (МСК)', width: 18, value: (card) => moscowTime(card.updated_at) },
  ];
}

function joined(values: readonly string[]): string {
  return values.filter((value) => value !== '').join(', ');
}

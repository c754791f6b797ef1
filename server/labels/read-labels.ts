import { sql } from 'kysely';
import type { CardSize } from '#contract/cards.ts';
import type { LabelField, LabelsInput } from '#contract/labels.ts';
import { titleInShop } from '#server/cards/title-in-shop.ts';
import type { Db } from '#server/db/database.ts';
import { notFound } from '#server/errors/http-error.ts';
import type { Label } from './draw-label.ts';
import { printableText } from './printable-text.ts';
import { readStockPerSize } from './stock-per-size.ts';

const CARDS_PER_QUERY = 500;
/** The characteristic «Цвет», the same for all subjects. */
const COLOR_ID = 14_177_449;

export interface CardCounts {
  id: number;
  hasBarcode: boolean;
  /** One for each barcode that is wanted, by the order of the sizes. */
  labels: LabelCount[];
}

interface LabelCount {
  barcode: string;
  /** 0 where nothing is in stock, or 0 was said. */
  copies: number;
  /** Somebody has said how many, of this barcode or of all. */
  isSaid: boolean;
}

export interface CardLabels {
  card: { id: number; title: string; vendorCode: string };
  /** As in {@link CardCounts}. */
  labels: { label: Label; size: string; copies: number }[];
}

/** What they say and how many there are; how they look is for whoever draws them. */
export type ReadSettings = Pick<LabelsInput['settings'], 'fields' | 'shopId' | 'count'>;

interface Wishes {
  settings: ReadSettings;
  barcodes?: LabelsInput['barcodes'];
  ownCounts?: LabelsInput['ownCounts'];
}

/** The labels of the cards, card by card; a card that is removed meanwhile is left out. */
export async function* readLabels(
  db: Db,
  accountId: number,
  cardIds: readonly number[],
  wishes: Wishes,
): AsyncGenerator<CardLabels> {
  const { fields, shopId } = wishes.settings;
  const shop = await findShopName(db, accountId, shopId);
  const countsOf = countingBy(wishes);
  for (const ids of partsOf(cardIds)) {
    const cards = await readTexts(db, accountId, ids, shopId);
    const copiesOf = await readCopies(db, accountId, ids, wishes.settings);
    for (const card of cards) {
      yield {
        card: { id: card.id, title: card.title, vendorCode: card.vendor_code },
        labels: countsOf(card, copiesOf(card)).map(({ size, barcode, copies }) => ({
          label: { barcode, text: textOf(card, size, { shop, fields }) },
          size: sizeText(size),
          copies,
        })),
      };
    }
  }
}

/** How many labels there are of each card, without what they say: of a hundred thousand cards that is most of the work. */
export async function* readLabelCounts(
  db: Db,
  accountId: number,
  cardIds: readonly number[],
  wishes: Wishes,
): AsyncGenerator<CardCounts> {
  // Of another account’s shop there would be «nothing in stock».
  await findShopName(db, accountId, wishes.settings.shopId);
  const countsOf = countingBy(wishes);
  for (const ids of partsOf(cardIds)) {
    const cards = await readSizes(db, accountId, ids);
    const copiesOf = await readCopies(db, accountId, ids, wishes.settings);
    for (const card of cards) {
      const hasBarcode = card.sizes.some((size) => barcodesOf(size).length > 0);
      yield { id: card.id, hasBarcode, labels: countsOf(card, copiesOf(card)) };
    }
  }
}

function partsOf(cardIds: readonly number[]): (readonly number[])[] {
  const parts: (readonly number[])[] = [];
  for (let done = 0; done < cardIds.length; done += CARDS_PER_QUERY)
    parts.push(cardIds.slice(done, done + CARDS_PER_QUERY));
  return parts;
}

/** Says which barcodes of a card are printed, and how often. */
function countingBy({
  settings,
  barcodes,
  ownCounts = [],
}: Wishes): (card: SizedCard, copies: Copies) => (LabelCount & { size: CardSize })[] {
  const own = new Map(ownCounts.map(({ barcode, copies }) => [barcode.trim(), copies]));
  const wanted = barcodes && new Set(barcodes.map((barcode) => barcode.trim()));
  const isWanted = (barcode: string) => wanted?.has(barcode) ?? true;
  return (card, copies) =>
    card.sizes.flatMap((size, index) =>
      barcodesOf(size)
        .filter(isWanted)
        .map((barcode, place) => ({
          size,
          barcode,
          copies: own.get(barcode) ?? copies(index, place),
          isSaid: own.has(barcode) || settings.count.kind === 'EACH',
        })),
    );
}

async function findShopName(db: Db, accountId: number, shopId: number | null): Promise<string> {
  if (shopId === null) return '';
  const shop = await db
    .selectFrom('shops')
    .select('name')
    .where('account_id', '=', accountId)
    .where('id', '=', shopId)
    .executeTakeFirst();
  if (!shop) throw notFound('Магазин не найден');
  return printableText(shop.name);
}

async function readTexts(db: Db, accountId: number, ids: readonly number[], shopId: number | null) {
  return await db
    .selectFrom('cards')
    .leftJoin('shop_cards', (join) =>
      join
        .onRef('shop_cards.card_id', '=', 'cards.id')
        .onRef('shop_cards.account_id', '=', 'cards.account_id')
        .on('shop_cards.shop_id', '=', shopId),
    )
    .select((eb) => [
      'cards.id',
      titleInShop(sql`${shopId}`).as('title'),
      'cards.sizes',
      eb.fn.coalesce('shop_cards.vendor_code', 'cards.vendor_code').as('vendor_code'),
      shopId === null ? eb.ref('cards.nm_id').as('nm_id') : eb.ref('shop_cards.nm_id').as('nm_id'),
      sql<
        string[] | null
      >`jsonb_path_query_first(cards.characteristics, ${`$[*] ? (@.id == ${COLOR_ID}).values`}::jsonpath)`.as(
        'colors',
      ),
    ])
    .where('cards.account_id', '=', accountId)
    .where('cards.id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .orderBy('cards.id')
    .execute();
}

interface SizedCard {
  id: number;
  sizes: readonly CardSize[];
}

async function readSizes(db: Db, accountId: number, ids: readonly number[]): Promise<SizedCard[]> {
  return await db
    .selectFrom('cards')
    .select(['id', 'sizes'])
    .where('account_id', '=', accountId)
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .orderBy('id')
    .execute();
}

/** How often the barcode at a place of a size is printed. */
type Copies = (sizeIndex: number, barcodePlace: number) => number;

async function readCopies(
  db: Db,
  accountId: number,
  cardIds: readonly number[],
  { count, shopId }: ReadSettings,
): Promise<(card: SizedCard) => Copies> {
  if (count.kind === 'EACH') return () => () => count.copies;
  const stockOf = await readStockPerSize(db, accountId, { cardIds, shopId });
  return (card) => {
    const stock = stockOf(card);
    // A thing bears one barcode: what there is of a size with several is counted once.
    return (sizeIndex, barcodePlace) => (barcodePlace === 0 ? (stock[sizeIndex] ?? 0) : 0);
  };
}

function barcodesOf({ skus }: CardSize): string[] {
  return [...new Set(skus.map((sku) => sku.trim()).filter((sku) => sku !== ''))];
}

const SIZE_OF_NONE = '0';

function textOf(
  card: Awaited<ReturnType<typeof readTexts>>[number],
  size: CardSize,
  { shop, fields }: { shop: string; fields: readonly LabelField[] },
): Label['text'] {
  const values: Record<Exclude<LabelField, 'TITLE'>, string> = {
    VENDOR_CODE: card.vendor_code,
    SIZE: sizeText(size),
    COLOR: (card.colors ?? []).join(', '),
    NM_ID: card.nm_id === null ? '' : String(card.nm_id),
  };
  const facts = FACTS.filter(({ field }) => fields.includes(field)).flatMap(({ field, name }) => {
    const value = printableText(values[field]);
    return value === '' ? [] : [`${name}: ${value}`];
  });
  return { shop, title: fields.includes('TITLE') ? printableText(card.title) : '', facts };
}

const FACTS = [
  { field: 'VENDOR_CODE', name: 'Артикул' },
  { field: 'SIZE', name: 'Размер' },
  { field: 'COLOR', name: 'Цвет' },
  { field: 'NM_ID', name: 'Артикул WB' },
] as const;

function sizeText({ techSize, wbSize }: CardSize): string {
  const own = techSize === SIZE_OF_NONE ? '' : techSize;
  if (own === '' || wbSize === '' || wbSize === own) return own || wbSize;
  return `${own} (${wbSize})`;
}

import type { BulkRule, DimensionField, ReplacedField, StockChange } from '#contract/bulk-rules.ts';
import type { BulkChange, CountChange } from '#contract/bulk-changes.ts';
import type { EditedFacts, Mend } from '#contract/bulk-rows.ts';
import type { PlacedCost } from '#server/cards/placed-costs.ts';
import type { PriceFloor } from '#contract/price-floor.ts';
import type { CardSize, CharacteristicValue } from '#contract/cards.ts';
import type { SubjectCharacteristic } from '#contract/subjects.ts';
import type { WbTag } from '#contract/wb-tags.ts';

/** Stocks are the marketplace's, and looked at there: `server/stocks/edits`. */
export type OwnChange = Exclude<BulkChange, StockChange | CountChange>;
export type OwnRule = Exclude<BulkRule, StockChange>;

/** What changes are made of. */
export interface CardFacts extends Record<DimensionField, number> {
  priceKopecks: number;
  discount: number;
  clubDiscount: number;
  costPriceKopecks: number | null;
  /** Of all shops and sizes, the last day first; for a change from a day on. */
  costs: readonly CostFrom[];
  /** Of every shop and size; for a change of these. */
  placedCosts: readonly PlacedCost[];
  /** For a change of it. */
  floor: PriceFloor;
  title: string;
  description: string;
  /** Whether some shop has its own; for a change of these. */
  ownTexts: Readonly<Record<ReplacedField, boolean>>;
  brand: string;
  tags: readonly string[];
  /** In the shop of a change of them; null: the marketplace does not have the card there. */
  wbTags: readonly WbTag[] | null;
  vendorCode: string;
  /** For a change of sizes. */
  sizes: readonly CardSize[];
  /** For a change of the subject: those it has where the marketplace has it, as far as they were read; absent: it has it nowhere. */
  subjectsThere?: ReadonlySet<number> | undefined;
  /** The barcodes that the marketplace has of it; for a change of sizes. */
  barcodesThere: ReadonlySet<string>;
  subjectId: number;
  subjectName: string;
  characteristics: readonly CharacteristicValue[];
  /** What its subject has; none: nobody has asked the marketplace yet. */
  definitions: readonly SubjectCharacteristic[];
  /** Of every subject that it may be given. */
  definitionsOf: ReadonlyMap<number, readonly SubjectCharacteristic[]>;
  /** The card in shops, for a change of prices. */
  inShops: readonly PriceInShop[];
  /** For a change of shops' own prices. */
  shopNames: ReadonlyMap<number, string>;
  /** For the same, by shop: what a piece costs there today; null: nobody has said it. */
  costInShops: ReadonlyMap<number, number | null>;
}

export interface CostFrom {
  /** null: always. */
  from: string | null;
  kopecks: number | null;
}

export interface PriceInShop {
  shop_id: number;
  /** What the marketplace has. */
  price_kopecks: number | null;
  discount: number | null;
  own_price_kopecks: number | null;
  own_discount: number | null;
}

export interface CardChange {
  /** All fields that the change is about. */
  before: EditedFacts;
  /** Only what changes; empty: the card has the wanted values already. */
  after: EditedFacts;
  /** Why the card stays as it is; null: it may be changed. */
  refusal: string | null;
  /** With a refusal. */
  mend?: Mend;
  /** A price is the floor that was asked for: without it, it would be lower. */
  isRaised?: boolean;
}

/** Of single values: those that are not what they were. */
export function differing(before: EditedFacts, wanted: EditedFacts): EditedFacts {
  // Entries know no more of their keys than that they are texts.
  const fields = Object.entries(wanted).filter(
    ([field, value]) => before[field as keyof EditedFacts] !== value,
  );
  return Object.fromEntries(fields);
}

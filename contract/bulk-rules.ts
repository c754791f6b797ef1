import { z } from 'zod/mini';
import { BRAND_MAX_LENGTH, DESCRIPTION_MAX_LENGTH, MAX_TAGS, TAG_MAX_LENGTH } from './card-rules.ts';
import { dimensionsSchema } from './cards.ts';
import { daySchema, discountSchema, idSchema, kopecksSchema, pricedKopecksSchema } from './fields.ts';
import { priceFloorSchema } from './price-floor.ts';
import { MAX_STOCK_AMOUNT, stockAmountSchema } from './stock-amount.ts';
import { hasLooseBrace } from './text-templates.ts';
import { MAX_WB_TAGS, wbTagSchema } from './wb-tags.ts';

/** What a bulk edit can do: a rule is one and the same for every card. */

/** What a new price ends with: the nearest such price, the higher of two as near. */
export const priceEndings = ['ROUBLE', 'NINE', 'FIFTY', 'NINETY', 'NINETY_NINE'] as const;
export type PriceEnding = (typeof priceEndings)[number];

/** Hundredths of a percent. */
const basisPointsSchema = (minimum: number, maximum: number) =>
  z.int().check(z.minimum(minimum), z.maximum(maximum));

/** A hundred times on top of what there is. */
export const MAX_RAISE_BASIS_POINTS = 1_000_000;

const amountChangeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('SET'), kopecks: pricedKopecksSchema }),
  /** Less than nothing takes away. */
  z.strictObject({ kind: z.literal('ADD'), kopecks: kopecksSchema }),
  z.strictObject({
    kind: z.literal('PERCENT'),
    basisPoints: basisPointsSchema(-9_900, MAX_RAISE_BASIS_POINTS),
  }),
  /** The same as so much per cent, said as «times»: a build that does not know the kind reads the per cent. */
  z.strictObject({
    kind: z.literal('TIMES'),
    basisPoints: basisPointsSchema(-9_900, MAX_RAISE_BASIS_POINTS),
  }),
]);
export type AmountChange = z.infer<typeof amountChangeSchema>;

const discountChangeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('SET'), percent: discountSchema }),
  z.strictObject({ kind: z.literal('ADD'), percent: z.int().check(z.minimum(-99), z.maximum(99)) }),
]);
export type DiscountChange = z.infer<typeof discountChangeSchema>;

/** No price leaves all of itself over a cost price. */
export const MAX_MARGIN_BASIS_POINTS = 9_999;

const floorOverCostShape = {
  /** The discounted price is no lower than the cost price and so much of it more. */
  floorBasisPoints: z.optional(basisPointsSchema(0, MAX_RAISE_BASIS_POINTS)),
  /** Or so much of the discounted price is over the cost price. */
  floorMarginBasisPoints: z.optional(basisPointsSchema(0, MAX_MARGIN_BASIS_POINTS)),
};

const priceChangeSchema = z
  .strictObject({
    kind: z.literal('PRICES'),
    price: z.optional(amountChangeSchema),
    ending: z.optional(z.enum(priceEndings)),
    discount: z.optional(discountChangeSchema),
    clubDiscount: z.optional(discountChangeSchema),
    ...floorOverCostShape,
  })
  .check(
    z.refine(
      ({ price, discount, clubDiscount }) =>
        price !== undefined || discount !== undefined || clubDiscount !== undefined,
      'Укажите, что изменить',
    ),
    z.refine(
      (change) => change.floorBasisPoints === undefined || change.floorMarginBasisPoints === undefined,
      'Нижнюю границу укажите одну: по наценке или по марже',
    ),
  );
export type PriceChange = z.infer<typeof priceChangeSchema>;

/** The cost price in roubles and kopecks; the marketplace never learns it. */
const costPriceChangeSchema = z.strictObject({
  kind: z.literal('COST_PRICE'),
  costPrice: amountChangeSchema,
});
export type CostPriceChange = z.infer<typeof costPriceChangeSchema>;

/** The same from a day on: a kind of its own, which a client of last week takes for one that it does not know. */
const datedCostChangeSchema = z.strictObject({
  kind: z.literal('DATED_COST'),
  /** Of what is valid on the day. */
  costPrice: amountChangeSchema,
  from: daySchema,
});
export type DatedCostChange = z.infer<typeof datedCostChangeSchema>;

/** Nobody knows it any more. A kind of its own: a cost price that is no amount is nothing to builds that know amounts. */
const costClearingSchema = z.strictObject({
  kind: z.literal('NO_COST'),
  /** null: what is valid now was never known. */
  from: z.nullable(daySchema),
});
export type CostClearing = z.infer<typeof costClearingSchema>;

/** The lowest price of the card («минимальная цена»), as a whole; both null: it has none from here on. */
const priceFloorChangeSchema = z.strictObject({
  kind: z.literal('PRICE_FLOOR'),
  ...priceFloorSchema.shape,
});
export type PriceFloorChange = z.infer<typeof priceFloorChangeSchema>;

export const replacedFields = ['title', 'description'] as const;
export type ReplacedField = (typeof replacedFields)[number];

const replacementSchema = z.strictObject({
  kind: z.literal('REPLACE'),
  fields: z.array(z.enum(replacedFields)).check(z.minLength(1), z.maxLength(replacedFields.length)),
  find: z.string().check(z.minLength(1, 'Укажите, что найти'), z.maxLength(200)),
  replacement: z.string().check(z.maxLength(500)),
  isCaseSensitive: z.boolean(),
  isWholeWord: z.boolean(),
});
export type Replacement = z.infer<typeof replacementSchema>;

/** Empty: the card has none. */
const brandChangeSchema = z.strictObject({
  kind: z.literal('BRAND'),
  brand: z.string().check(z.maxLength(BRAND_MAX_LENGTH, 'Не длиннее 100 символов')),
});
export type BrandChange = z.infer<typeof brandChangeSchema>;

export const dimensionFields = ['lengthCm', 'widthCm', 'heightCm', 'weightKg'] as const;
export type DimensionField = (typeof dimensionFields)[number];

/** Of the package; each on its own, zero is «not known». */
const dimensionChangeSchema = z
  .strictObject({ kind: z.literal('DIMENSIONS'), ...z.partial(dimensionsSchema).shape })
  .check(
    z.refine(
      (change) => dimensionFields.some((field) => change[field] !== undefined),
      'Укажите, что изменить',
    ),
  );
export type DimensionChange = z.infer<typeof dimensionChangeSchema>;

/** SET replaces all values of the characteristic, ADD and REMOVE leave the others, CLEAR leaves none. */
export const characteristicActions = ['SET', 'ADD', 'REMOVE', 'CLEAR'] as const;
export type CharacteristicAction = (typeof characteristicActions)[number];

export const MAX_CHARACTERISTIC_VALUES = 50;
export const CHARACTERISTIC_VALUE_MAX_LENGTH = 500;

/** As the person has read it: the history says it again. */
export const characteristicNameSchema = z.string().check(z.minLength(1), z.maxLength(200));

export const characteristicTextSchema = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(CHARACTERISTIC_VALUE_MAX_LENGTH));

const characteristicChangeSchema = z
  .strictObject({
    kind: z.literal('CHARACTERISTIC'),
    id: idSchema,
    name: characteristicNameSchema,
    action: z.enum(characteristicActions),
    values: z.array(characteristicTextSchema).check(z.maxLength(MAX_CHARACTERISTIC_VALUES)),
  })
  .check(
    z.refine(({ action, values }) => (action === 'CLEAR') === (values.length === 0), 'Укажите значения'),
  );
export type CharacteristicChange = z.infer<typeof characteristicChangeSchema>;

/** A seller's own marks, which no shop learns of. The actions are those of a characteristic. */
const tagChangeSchema = z
  .strictObject({
    kind: z.literal('TAGS'),
    action: z.enum(characteristicActions),
    tags: z
      .array(
        z
          .string()
          .check(
            z.trim(),
            z.minLength(1),
            z.maxLength(TAG_MAX_LENGTH, `Ярлык — не длиннее ${TAG_MAX_LENGTH} символов`),
          ),
      )
      .check(z.maxLength(MAX_TAGS, `Не больше ${MAX_TAGS} ярлыков`)),
  })
  .check(z.refine(({ action, tags }) => (action === 'CLEAR') === (tags.length === 0), 'Укажите ярлыки'));
export type TagChange = z.infer<typeof tagChangeSchema>;

/** «Ярлыки WB» of one shop, put on or taken off; those that a card carries besides stay. At the marketplace, at once (`wb-tags.ts`). */
const wbTagChangeSchema = z.strictObject({
  kind: z.literal('WB_TAGS'),
  shopId: idSchema,
  action: z.enum(['ADD', 'REMOVE']),
  /** As the person has read them: the history says them again. */
  tags: z.array(wbTagSchema).check(z.minLength(1, 'Выберите ярлык'), z.maxLength(MAX_WB_TAGS)),
});
export type WbTagChange = z.infer<typeof wbTagChangeSchema>;

/** The whole text anew, for each card with its own values (`text-templates.ts`). */
const templateChangeSchema = z.strictObject({
  kind: z.literal('TEMPLATE'),
  field: z.enum(replacedFields),
  template: z.string().check(
    z.minLength(1, 'Напишите шаблон'),
    z.maxLength(DESCRIPTION_MAX_LENGTH),
    z.refine((template) => !hasLooseBrace(template), 'В шаблоне есть фигурная скобка без пары'),
  ),
});
export type TemplateChange = z.infer<typeof templateChangeSchema>;

/** The shop takes the card's again. */
const clearingSchema = z.strictObject({ kind: z.literal('CLEAR') });

/** Where a shop has no price of its own yet, more or less of it is reckoned from the card's. */
const ownPriceShape = {
  shopIds: z.array(idSchema).check(z.minLength(1, 'Выберите магазин'), z.maxLength(100)),
  price: z.optional(z.discriminatedUnion('kind', [amountChangeSchema, clearingSchema])),
  ending: z.optional(z.enum(priceEndings)),
  discount: z.optional(z.discriminatedUnion('kind', [discountChangeSchema, clearingSchema])),
};

const ownPriceChangeSchema = z
  .strictObject({ kind: z.literal('OWN_PRICES'), ...ownPriceShape })
  .check(
    z.refine(({ price, discount }) => price !== undefined || discount !== undefined, 'Укажите, что изменить'),
  );

/** The same with a floor, by what a piece costs in the shop. A kind of its own: builds that know no floor here refuse the field. */
const ownPriceOverCostChangeSchema = z
  .strictObject({ kind: z.literal('OWN_PRICES_OVER_COST'), ...ownPriceShape, ...floorOverCostShape })
  .check(
    z.refine(({ price, discount }) => price !== undefined || discount !== undefined, 'Укажите, что изменить'),
    z.refine(
      (change) => (change.floorBasisPoints === undefined) !== (change.floorMarginBasisPoints === undefined),
      'Нижнюю границу укажите одну: по наценке или по марже',
    ),
  );
export type OwnPriceChange =
  z.infer<typeof ownPriceChangeSchema> | z.infer<typeof ownPriceOverCostChangeSchema>;

const stockAmountChangeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('SET'), amount: stockAmountSchema }),
  /** Less than nothing takes away. */
  z.strictObject({
    kind: z.literal('ADD'),
    amount: z.int().check(z.minimum(-MAX_STOCK_AMOUNT), z.maximum(MAX_STOCK_AMOUNT)),
  }),
  /** Whole pieces: what is over is dropped. */
  z.strictObject({
    kind: z.literal('MULTIPLY'),
    hundredths: z.int().check(z.minimum(1), z.maximum(100_000)),
  }),
]);
export type StockAmountChange = z.infer<typeof stockAmountChangeSchema>;

/** Amounts at the marketplace, of every size of a card in each of the warehouses that belongs to a shop which has the card. */
const stockChangeSchema = z.strictObject({
  kind: z.literal('STOCKS'),
  /** A group is said by the warehouses that it had when the person looked. */
  warehouseIds: z.array(idSchema).check(z.minLength(1, 'Выберите склад'), z.maxLength(200)),
  /** Of the warehouse or the group, as the person has read it: the history says it again. */
  name: z.string().check(z.minLength(1), z.maxLength(300)),
  amount: stockAmountChangeSchema,
});
export type StockChange = z.infer<typeof stockChangeSchema>;

export const ruleSchema = z.discriminatedUnion('kind', [
  priceChangeSchema,
  costPriceChangeSchema,
  datedCostChangeSchema,
  costClearingSchema,
  priceFloorChangeSchema,
  replacementSchema,
  brandChangeSchema,
  dimensionChangeSchema,
  characteristicChangeSchema,
  tagChangeSchema,
  wbTagChangeSchema,
  templateChangeSchema,
  ownPriceChangeSchema,
  ownPriceOverCostChangeSchema,
  stockChangeSchema,
]);
export type BulkRule = z.infer<typeof ruleSchema>;

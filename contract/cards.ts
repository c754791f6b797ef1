import { z } from 'zod/mini';
import { DESCRIPTION_MAX_LENGTH, TITLE_MAX_LENGTH, VENDOR_CODE_MAX_LENGTH } from './card-rules.ts';
import { endpoint } from './endpoint.ts';
import {
  discountSchema,
  flagTextSchema,
  idParams,
  idSchema,
  idTextSchema,
  kopecksSchema,
  MAX_FILTER_VALUES,
  nmIdSchema,
  nmIdTextSchema,
  pageOf,
  pageQueryShape,
  pricedKopecksSchema,
  repeated,
  timestampSchema,
} from './fields.ts';

/** Tabs of a card, named after token categories. */
export const cardTabs = ['CONTENT', 'PRICE_AND_DISCOUNT', 'MARKETPLACE', 'ANALYTICS', 'STATISTICS'] as const;
export type CardTab = (typeof cardTabs)[number];

export const cardStates = ['DRAFT', 'PUBLISHED', 'UPDATING', 'HAS_ERRORS', 'ARCHIVED'] as const;
export type CardState = (typeof cardStates)[number];

const dimensionSchema = z.int().check(z.minimum(0), z.maximum(1000));
/** With packaging. Centimetres and kilograms; zero means «not known». */
export const dimensionsSchema = z.strictObject({
  lengthCm: dimensionSchema,
  widthCm: dimensionSchema,
  heightCm: dimensionSchema,
  weightKg: z.number().check(z.minimum(0), z.maximum(1000)),
});

/** The value of a characteristic: several strings or one number, as the characteristic's type says. */
export const characteristicValueSchema = z.strictObject({
  id: idSchema,
  values: z.array(z.string().check(z.maxLength(500))).check(z.maxLength(50)),
});
export type CharacteristicValue = z.infer<typeof characteristicValueSchema>;

export const cardSizeSchema = z.strictObject({
  /** Empty for goods without sizes. */
  techSize: z.string().check(z.maxLength(50)),
  wbSize: z.string().check(z.maxLength(50)),
  skus: z.array(z.string().check(z.maxLength(50))).check(z.maxLength(50)),
});
export type CardSize = z.infer<typeof cardSizeSchema>;

const lineText = (maxLength: number) =>
  z.string().check(z.maxLength(maxLength, `Не длиннее ${maxLength} символов`));

/** What a person writes on a card; the body of create and, in part, of an edit. */
const cardContentShape = {
  vendorCode: lineText(VENDOR_CODE_MAX_LENGTH).check(z.trim(), z.minLength(1, 'Укажите артикул продавца')),
  title: lineText(TITLE_MAX_LENGTH),
  description: lineText(DESCRIPTION_MAX_LENGTH),
  subjectId: idSchema,
  brand: lineText(100),
  dimensions: dimensionsSchema,
  characteristics: z.array(characteristicValueSchema).check(z.maxLength(200)),
  sizes: z.array(cardSizeSchema).check(z.maxLength(100)),
  /** Addresses of photos, the first is the cover. */
  photos: z.array(z.string().check(z.maxLength(500))).check(z.maxLength(30, 'Не больше 30 фото')),
  tags: z.array(z.string().check(z.maxLength(15))).check(z.maxLength(15)),
  priceKopecks: pricedKopecksSchema,
  discount: discountSchema,
  clubDiscount: discountSchema,
  costPriceKopecks: z.nullable(pricedKopecksSchema),
};

export const cardContentSchema = z.strictObject(cardContentShape);
export type CardContent = z.infer<typeof cardContentSchema>;

/** What is on the screen before it is fit to be saved: texts may be empty or too long, a subject not chosen yet. */
export const unsavedContentSchema = z.strictObject({
  ...cardContentShape,
  vendorCode: z.string().check(z.maxLength(1000)),
  title: z.string().check(z.maxLength(1000)),
  description: z.string().check(z.maxLength(100_000)),
  brand: z.string().check(z.maxLength(1000)),
  subjectId: z.int().check(z.minimum(0)),
  discount: z.int(),
  clubDiscount: z.int(),
});

/**
 * «Изменена, не отправлена»: some shop has an older version. Beside the state, not one of them: a client that knows nothing of
 * it goes on. Never of an archived card.
 */
const unsentMarkSchema = z.optional(z.boolean());

/** A row of the card list. */
export const cardRowSchema = z.object({
  id: idSchema,
  vendorCode: z.string(),
  title: z.string(),
  subjectName: z.string(),
  brand: z.string(),
  photo: z.nullable(z.string()),
  /** Of the first shop that has it. */
  nmId: z.nullable(nmIdSchema),
  priceKopecks: kopecksSchema,
  discount: z.int(),
  finalPriceKopecks: kopecksSchema,
  stock: z.int(),
  shopIds: z.array(idSchema),
  state: z.enum(cardStates),
  hasUnsentChanges: unsentMarkSchema,
  version: z.int(),
  updatedAt: timestampSchema,
});
export type CardRow = z.infer<typeof cardRowSchema>;

export const cardSchema = z.object({
  ...cardContentShape,
  id: idSchema,
  subjectName: z.string(),
  nmId: z.nullable(nmIdSchema),
  finalPriceKopecks: kopecksSchema,
  stock: z.int(),
  shopIds: z.array(idSchema),
  state: z.enum(cardStates),
  hasUnsentChanges: unsentMarkSchema,
  version: z.int(),
  createdAt: timestampSchema,
  updatedAt: timestampSchema,
  /** Who saved it last; for the conflict dialog. */
  updatedBy: z.nullable(z.string()),
});
export type Card = z.infer<typeof cardSchema>;

export const cardOrderings = [
  'updated_at',
  '-updated_at',
  'title',
  '-title',
  'price',
  '-price',
  'stock',
  '-stock',
] as const;
export type CardOrdering = (typeof cardOrderings)[number];

export const stockFilters = ['none', 'low', 'some'] as const;
export const qualityFilters = ['no_photo', 'no_dimensions', 'no_cost_price'] as const;
export const changesFilters = ['unsent'] as const;

/** Every filter of the list, without paging: bulk work takes it as «all that match». */
const cardFilterShape = {
  search: z.optional(z.string().check(z.maxLength(200))),
  state: z.optional(z.enum(cardStates)),
  shop: z.optional(repeated(idTextSchema)),
  subject: z.optional(repeated(idTextSchema)),
  brand: z.optional(repeated(z.string().check(z.maxLength(100)))),
  stock: z.optional(z.enum(stockFilters)),
  quality: z.optional(z.enum(qualityFilters)),
  changes: z.optional(z.enum(changesFilters)),
  nmId: z.optional(nmIdTextSchema),
  /** Archived cards are left out unless asked for by state or by this. */
  withArchived: z.optional(flagTextSchema),
};
export type CardFilter = z.input<z.ZodMiniObject<typeof cardFilterShape>>;

export const listCards = endpoint({
  method: 'GET',
  path: '/cards/',
  summary: 'Список карточек',
  access: 'user',
  query: z.strictObject({
    ...cardFilterShape,
    ...pageQueryShape,
    ordering: z._default(z.enum(cardOrderings), '-updated_at'),
  }),
  response: pageOf(cardRowSchema),
});

export const getCard = endpoint({
  method: 'GET',
  path: '/cards/{id}/',
  summary: 'Карточка',
  access: 'user',
  params: idParams,
  response: cardSchema,
});

export const createCard = endpoint({
  method: 'POST',
  path: '/cards/',
  summary: 'Создать карточку',
  access: 'user',
  body: z.strictObject({
    ...cardContentShape,
    description: z._default(cardContentShape.description, ''),
    brand: z._default(cardContentShape.brand, ''),
    dimensions: z._default(dimensionsSchema, { lengthCm: 0, widthCm: 0, heightCm: 0, weightKg: 0 }),
    characteristics: z._default(cardContentShape.characteristics, []),
    sizes: z._default(cardContentShape.sizes, []),
    photos: z._default(cardContentShape.photos, []),
    tags: z._default(cardContentShape.tags, []),
    clubDiscount: z._default(discountSchema, 0),
    costPriceKopecks: z._default(cardContentShape.costPriceKopecks, null),
  }),
  response: cardSchema,
  status: 201,
  idempotency: 'optional',
});

export const updateCard = endpoint({
  method: 'PATCH',
  path: '/cards/{id}/',
  summary: 'Изменить карточку',
  access: 'user',
  params: idParams,
  body: z.partial(cardContentSchema),
  response: cardSchema,
  ifMatch: 'required',
  idempotency: 'optional',
});

/** Copies get unique vendor codes and titles. */
export const duplicateCard = endpoint({
  method: 'POST',
  path: '/cards/{id}/duplicate/',
  summary: 'Создать от 1 до 50 копий карточки',
  access: 'user',
  params: idParams,
  body: z.strictObject({ copies: z.int().check(z.minimum(1), z.maximum(50)) }),
  response: z.object({ cards: z.array(cardRowSchema) }),
  status: 201,
  idempotency: 'required',
});

/** Cards that can be named one by one: chosen, or left out of a choice. */
export const MAX_NAMED_CARDS = 10_000;

/**
 * How many cards a person has seen that he has chosen. A selection that comes to another number is refused with 409
 * (`selection_changed`), and nothing is done.
 */
const expectedCountShape = { expectedCount: z.optional(z.int().check(z.minimum(0))) };

/** Cards named one by one, or all that match a filter (as a query string's values), less some. */
export const cardSelectionSchema = z.union([
  z.strictObject({
    ids: z.array(idSchema).check(z.minLength(1), z.maxLength(MAX_NAMED_CARDS)),
    ...expectedCountShape,
  }),
  z.strictObject({
    filter: z.strictObject({
      search: z.optional(z.string().check(z.maxLength(200))),
      state: z.optional(z.enum(cardStates)),
      shop: z.optional(z.array(idSchema).check(z.maxLength(MAX_FILTER_VALUES))),
      subject: z.optional(z.array(idSchema).check(z.maxLength(MAX_FILTER_VALUES))),
      brand: z.optional(z.array(z.string().check(z.maxLength(100))).check(z.maxLength(MAX_FILTER_VALUES))),
      stock: z.optional(z.enum(stockFilters)),
      quality: z.optional(z.enum(qualityFilters)),
      changes: z.optional(z.enum(changesFilters)),
    }),
    /** Matching cards that are left out. */
    except: z.optional(z.array(idSchema).check(z.maxLength(MAX_NAMED_CARDS))),
    ...expectedCountShape,
  }),
]);
export type CardSelection = z.infer<typeof cardSelectionSchema>;

/** Archive and restore; the operation can be taken back for a day, whatever its size. */
export const archiveCards = endpoint({
  method: 'POST',
  path: '/cards/archive/',
  summary: 'Перенести карточки в архив или вернуть из него',
  access: 'user',
  body: z.strictObject({ selection: cardSelectionSchema, isArchived: z.boolean() }),
  response: z.object({
    /** Of the cards that really moved, the first {@link MAX_NAMED_CARDS}: all that a selection can name. */
    ids: z.array(idSchema),
    /** How many moved; so far, where it is not done. */
    count: z.int(),
    operationId: idSchema,
    /** false: a big operation goes on by itself; {@link getCardOperation} says how far it is. */
    isDone: z.boolean(),
  }),
  idempotency: 'optional',
});

/** How far an operation is. For a day. */
export const getCardOperation = endpoint({
  method: 'GET',
  path: '/cards/operations/{id}/',
  summary: 'Сколько карточек уже перенесено',
  access: 'user',
  params: idParams,
  response: z.object({
    /** How many moved so far. */
    count: z.int(),
    /** How many it is to move; null when it is done. */
    total: z.nullable(z.int()),
    /** Of an operation that takes another back: how many of that one were moved again since, and stay. */
    movedSince: z.int(),
    isDone: z.boolean(),
  }),
});

/** Only cards that the operation moved and that nobody has moved since. */
export const undoCardOperation = endpoint({
  method: 'POST',
  path: '/cards/operations/{id}/undo/',
  summary: 'Отменить перенос карточек в архив или из него',
  access: 'user',
  params: idParams,
  response: z.object({
    /** How many were taken back; so far, where it is not done. */
    count: z.int(),
    /** How many were moved again since, and stay where they are. */
    movedSince: z.int(),
    /** The operation that takes the other one back. */
    operationId: idSchema,
    isDone: z.boolean(),
  }),
  idempotency: 'optional',
});

export const getCardCounters = endpoint({
  method: 'GET',
  path: '/cards/counters/',
  summary: 'Число карточек по состояниям',
  access: 'user',
  response: z.object({
    all: z.int(),
    DRAFT: z.int(),
    PUBLISHED: z.int(),
    UPDATING: z.int(),
    HAS_ERRORS: z.int(),
    ARCHIVED: z.int(),
    /** Of all but the archived ones: those with unsent changes. */
    UNSENT: z.optional(z.int()),
  }),
});
export type CardCounters = z.infer<typeof getCardCounters.response>;

/** What the list can be filtered by: subjects and brands that the account's cards have. */
export const getCardFacets = endpoint({
  method: 'GET',
  path: '/cards/facets/',
  summary: 'Предметы и бренды карточек для фильтров',
  access: 'user',
  response: z.object({
    subjects: z.array(z.object({ id: idSchema, name: z.string(), count: z.int() })),
    brands: z.array(z.object({ name: z.string(), count: z.int() })),
  }),
});

/** The card in one shop. */
export const shopCardStates = ['NOT_SENT', 'PENDING', 'PUBLISHED', 'HAS_ERRORS'] as const;
/** A field of the card with its value here and in the shop; both null where only the difference is known. */
const unsentChangeSchema = z.object({
  field: z.string(),
  here: z.nullable(z.union([z.string(), z.number()])),
  inShop: z.nullable(z.union([z.string(), z.number()])),
});
export type UnsentChange = z.infer<typeof unsentChangeSchema>;

export const shopCardSchema = z.object({
  shopId: idSchema,
  shopName: z.string(),
  nmId: z.nullable(nmIdSchema),
  vendorCode: z.string(),
  /** The shop's own title; null means the card's. */
  title: z.nullable(z.string()),
  priceKopecks: z.nullable(kopecksSchema),
  discount: z.nullable(z.int()),
  /** The shop's own price and discount; null or absent means the card's. */
  ownPriceKopecks: z.optional(z.nullable(kopecksSchema)),
  ownDiscount: z.optional(z.nullable(z.int())),
  state: z.enum(shopCardStates),
  errors: z.array(z.string()),
  /** What the next shipment would change in this shop. */
  unsentChanges: z.optional(z.array(unsentChangeSchema)),
  sizes: z.array(
    z.object({
      chrtId: z.int(),
      techSize: z.string(),
      skus: z.array(z.string()),
      stocks: z.array(z.object({ warehouseId: idSchema, amount: z.int() })),
    }),
  ),
  syncedAt: z.nullable(timestampSchema),
});
export type ShopCard = z.infer<typeof shopCardSchema>;

export const listShopCards = endpoint({
  method: 'GET',
  path: '/cards/{id}/shop-cards/',
  summary: 'Карточка в каждом магазине',
  access: 'user',
  params: idParams,
  response: z.array(shopCardSchema),
});

/** What goes to this shop in place of the card's own; null takes the card's again. Sent with the next shipment. */
export const updateShopCard = endpoint({
  method: 'PATCH',
  path: '/cards/{id}/shop-cards/{shopId}/',
  summary: 'Своя цена и скидка карточки в магазине',
  access: 'user',
  params: z.object({ ...idParams.shape, shopId: idTextSchema }),
  body: z.strictObject({
    ownPriceKopecks: z.nullable(
      pricedKopecksSchema.check(
        z.minimum(100, 'Цена — от 1 ₽'),
        z.multipleOf(100, 'Цена указывается целыми рублями'),
      ),
    ),
    ownDiscount: z.nullable(discountSchema),
  }),
  response: shopCardSchema,
  idempotency: 'optional',
});

/** A card found on the marketplace, as values for the form. */
export const parsedCardSchema = z.object({
  ...cardContentShape,
  vendorCode: z.string(),
  subjectName: z.string(),
  shopId: z.nullable(idSchema),
  nmId: z.nullable(nmIdSchema),
});
export type ParsedCard = z.infer<typeof parsedCardSchema>;

export const parseCard = endpoint({
  method: 'GET',
  path: '/cards/{nmId}/parse/',
  summary: 'Данные карточки своего магазина по артикулу WB',
  access: 'user',
  params: z.object({ nmId: nmIdTextSchema }),
  response: parsedCardSchema,
});

export const parseResellerCard = endpoint({
  method: 'POST',
  path: '/cards/parse-rp/',
  summary: 'Данные карточки из каталога программы реселлеров',
  access: 'user',
  body: z.strictObject({ nmId: nmIdSchema }),
  response: parsedCardSchema,
});

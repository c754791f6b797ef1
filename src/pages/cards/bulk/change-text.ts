import type { BulkChange, FileField, GridChange, GridField, TableField } from '#contract/bulk-changes.ts';
import {
  dimensionFields,
  type AmountChange,
  type CharacteristicChange,
  type DimensionChange,
  type DimensionField,
  type DiscountChange,
  type OwnPriceChange,
  type PriceChange,
  type PriceEnding,
  type StockAmountChange,
  type TagChange,
  type WbTagChange,
} from '#contract/bulk-rules.ts';
import { formatDay } from '#lib/dates.ts';
import { formatKopecks } from '#lib/money.ts';
import { formatNumber, MINUS, NBSP } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';
import { inQuotes, shorten } from '#lib/text.ts';
import { floorText, isNoFloor } from '#pages/cards/form/floor-text.ts';
import { ROW_FORMS } from './edit-state.ts';

export const ENDING_LABELS: Record<PriceEnding, string> = {
  ROUBLE: 'До рубля',
  NINE: 'На 9: 1 249',
  FIFTY: 'На 50: 1 250',
  NINETY: 'На 90: 1 290',
  NINETY_NINE: 'На 99: 1 299',
};

const ENDINGS: Record<PriceEnding, string> = {
  ROUBLE: '',
  NINE: ' с округлением на 9',
  FIFTY: ' с округлением на 50',
  NINETY: ' с округлением на 90',
  NINETY_NINE: ' с округлением на 99',
};

/** «Цена +5 % с округлением на 90, скидка 30 %»: what a bulk change does, in one line. */
export function changeText(change: BulkChange, shopNameOf: ShopNameOf): string {
  switch (change.kind) {
    case 'PRICES':
      return pricesText(change);
    case 'COST_PRICE':
      return `Себестоимость ${amountText(change.costPrice)}`;
    case 'DATED_COST':
      return `Себестоимость ${amountText(change.costPrice)} с ${formatDay(change.from)}`;
    case 'NO_COST':
      return change.from === null
        ? 'Себестоимость убрана'
        : `Себестоимость убрана с ${formatDay(change.from)}`;
    case 'PRICE_FLOOR':
      return isNoFloor(change) ? 'Минимальная цена убрана' : `Минимальная цена: ${floorText(change)}`;
    case 'REPLACE':
      return `${inQuotes(change.find)} → ${change.replacement === '' ? 'ничего' : inQuotes(change.replacement)}`;
    case 'BRAND':
      return change.brand === '' ? 'Бренд убран' : `Бренд ${inQuotes(change.brand)}`;
    case 'DIMENSIONS':
      return capitalised(dimensionsText(change));
    case 'CHARACTERISTIC':
      return characteristicText(change);
    case 'TAGS':
      return tagsText(change);
    case 'WB_TAGS':
      return wbTagsText(change, shopNameOf);
    case 'TEMPLATE':
      return `${REPLACED_FIELD_LABELS[change.field]}: ${shorten(change.template, SHOWN_TEMPLATE_LENGTH)}`;
    case 'OWN_PRICES':
    case 'OWN_PRICES_OVER_COST':
      return ownPricesText(change, shopNameOf);
    case 'STOCKS':
      return `Остатки: ${stocksText(change.amount)} · ${change.name}`;
    case 'COUNT':
      return `Пересчёт: ${countOf(change.lineTotal, ROW_FORMS)} · ${change.name}`;
    case 'COST_TABLE':
      return `Себестоимость из файла: ${countOf(change.rowTotal, ROW_FORMS)}`;
    case 'TABLE':
      return `По таблице: ${change.fields.map(fieldText).join(', ')}`;
    case 'GRID':
    case 'GRID_WITH_DISCOUNTS':
      return `По таблице: ${change.fields.map((field) => gridFieldText(field, change, shopNameOf)).join(', ')}`;
    case 'FILE':
    case 'CARD_FILE':
    case 'CARD_FILE_WITH_WB_SIZES':
      return `Из файла: ${change.fields.map(fieldText).join(', ')}`;
    default:
      return UNKNOWN_CHANGE;
  }
}

export type ShopNameOf = (shopId: number) => string;

/** A newer server knows more kinds. */
const UNKNOWN_CHANGE = 'Изменение, которое покажет новая версия: обновите страницу';

function pricesText({ price, ending = 'ROUBLE', discount, clubDiscount, ...floor }: PriceChange): string {
  const parts = [
    price && `цена ${amountText(price)}${ENDINGS[ending]}`,
    discount && `скидка ${discountText(discount)}`,
    clubDiscount && `скидка WB Клуба ${discountText(clubDiscount)}`,
    overCostText(floor),
  ].filter((part) => typeof part === 'string');
  return capitalised(parts.join(', '));
}

/** What the discounted price is bound by. */
function overCostText({
  floorBasisPoints,
  floorMarginBasisPoints,
}: Pick<PriceChange, 'floorBasisPoints' | 'floorMarginBasisPoints'>): string | undefined {
  if (floorMarginBasisPoints !== undefined)
    return `маржа до комиссии не ниже ${formatNumber(floorMarginBasisPoints / 100)}${NBSP}%`;
  return floorBasisPoints === undefined ? undefined : `не ниже себестоимости${markup(floorBasisPoints)}`;
}

function ownPricesText(change: OwnPriceChange, shopNameOf: ShopNameOf): string {
  const { price, ending = 'ROUBLE', discount, shopIds } = change;
  const parts = [
    price && `своя цена ${price.kind === 'CLEAR' ? AS_CARD : `${amountText(price)}${ENDINGS[ending]}`}`,
    discount && `своя скидка ${discount.kind === 'CLEAR' ? AS_CARD : discountText(discount)}`,
    change.kind === 'OWN_PRICES' ? undefined : overCostText(change),
  ].filter((part) => typeof part === 'string');
  return `${capitalised(parts.join(', '))} · ${shopIds.map(shopNameOf).join(', ')}`;
}

function stocksText(change: StockAmountChange): string {
  const pieces = (amount: number) => `${formatNumber(amount)}${NBSP}шт.`;
  if (change.kind === 'MULTIPLY') return `×${NBSP}${formatNumber(change.hundredths / 100)}`;
  if (change.kind === 'ADD') return signed(change.amount, pieces);
  return change.amount === 0 ? 'обнулить' : pieces(change.amount);
}

export const AS_CARD = 'как в карточке';

/** The head of a page and a line of the history have no room for a description. */
const SHOWN_TEMPLATE_LENGTH = 80;
const VALUE_SEPARATOR = '; ';

function characteristicText({ name, action, values }: CharacteristicChange): string {
  const said = inQuotes(values.join(VALUE_SEPARATOR));
  const texts: Record<typeof action, string> = {
    SET: `${name}: ${said}`,
    ADD: `${name}: добавить ${said}`,
    REMOVE: `${name}: убрать ${said}`,
    CLEAR: `${name}: очистить`,
  };
  return texts[action];
}

function tagsText({ action, tags }: TagChange): string {
  const said = tags.map((tag) => inQuotes(tag)).join(', ');
  const texts: Record<typeof action, string> = {
    SET: `Ярлыки: только ${said}`,
    ADD: `Добавить ярлыки: ${said}`,
    REMOVE: `Убрать ярлыки: ${said}`,
    CLEAR: 'Убрать все ярлыки',
  };
  return texts[action];
}

function wbTagsText({ action, tags, shopId }: WbTagChange, shopNameOf: ShopNameOf): string {
  const said = tags.map(({ name }) => inQuotes(name)).join(', ');
  return `${action === 'ADD' ? 'Добавить' : 'Убрать'} ярлыки WB: ${said} · ${shopNameOf(shopId)}`;
}

function dimensionsText(change: DimensionChange): string {
  const parts = dimensionFields.flatMap((field) => {
    const value = change[field];
    if (value === undefined) return [];
    const { label, unit } = DIMENSION_LABELS[field];
    const said = value === 0 ? 'не указано' : `${formatNumber(value, { maxDigits: 3 })}${NBSP}${unit}`;
    return [`${label.toLowerCase()} ${said}`];
  });
  return parts.join(', ');
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** As it stands in a sentence. */
function fieldText(field: FileField): string {
  const label = FILE_FIELD_LABELS[field];
  return label.charAt(0).toLowerCase() + label.slice(1);
}

/** With whose they are: a few are named. */
function gridFieldText(
  field: GridField,
  { shopIds, discountShopIds = [], characteristics }: GridChange,
  shopNameOf: ShopNameOf,
): string {
  if (field === 'ownPrices') return `своя цена (${named(shopIds.map(shopNameOf), SHOP_FORMS)})`;
  if (field === 'ownDiscounts') {
    return `своя скидка (${named(discountShopIds.map(shopNameOf), SHOP_FORMS)})`;
  }
  if (field !== 'characteristics') return fieldText(field);
  return named(
    characteristics.map(({ name }) => name),
    CHARACTERISTIC_FORMS,
  );
}

const NAMED = 3;
const SHOP_FORMS = ['магазин', 'магазина', 'магазинов'] as const;
const CHARACTERISTIC_FORMS = ['характеристика', 'характеристики', 'характеристик'] as const;

function named(names: readonly string[], forms: typeof SHOP_FORMS | typeof CHARACTERISTIC_FORMS): string {
  return names.length <= NAMED ? names.map(inQuotes).join(', ') : countOf(names.length, forms);
}

function amountText(change: AmountChange): string {
  if (change.kind === 'SET') return formatKopecks(change.kopecks);
  if (change.kind === 'ADD') return signed(change.kopecks, formatKopecks);
  if (change.kind === 'TIMES') return `×${NBSP}${formatNumber(1 + change.basisPoints / 10_000)}`;
  return signed(change.basisPoints, (points) => `${formatNumber(points / 100)}${NBSP}%`);
}

function discountText(change: DiscountChange): string {
  const percent = (value: number) => `${value}${NBSP}%`;
  return change.kind === 'SET' ? percent(change.percent) : signed(change.percent, percent);
}

function markup(basisPoints: number): string {
  return basisPoints === 0 ? '' : ` +${formatNumber(basisPoints / 100)}${NBSP}%`;
}

function signed(value: number, format: (value: number) => string): string {
  return `${value < 0 ? MINUS : '+'}${format(Math.abs(value))}`;
}

export const REPLACED_FIELD_LABELS = { title: 'Наименование', description: 'Описание' } as const;

export const TABLE_FIELD_LABELS: Record<TableField, string> = {
  priceKopecks: 'Цена',
  discount: 'Скидка',
  clubDiscount: 'Скидка WB Клуба',
  costPriceKopecks: 'Себестоимость',
  ...REPLACED_FIELD_LABELS,
  brand: 'Бренд',
  lengthCm: 'Длина',
  widthCm: 'Ширина',
  heightCm: 'Высота',
  weightKg: 'Вес',
  tags: 'Ярлыки',
};

export const FILE_FIELD_LABELS: Record<FileField, string> = {
  ...TABLE_FIELD_LABELS,
  characteristics: 'Характеристики',
  vendorCode: 'Артикул продавца',
  subject: 'Предмет',
  sizes: 'Размеры и баркоды',
  wbSizes: 'Рос. размер',
};

export const DIMENSION_LABELS: Record<DimensionField, { label: string; unit: string }> = {
  lengthCm: { label: 'Длина', unit: 'см' },
  widthCm: { label: 'Ширина', unit: 'см' },
  heightCm: { label: 'Высота', unit: 'см' },
  weightKg: { label: 'Вес', unit: 'кг' },
};

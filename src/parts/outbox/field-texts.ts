import { cardContentSchema } from '#contract/cards.ts';
import { formatKopecks } from '#lib/money.ts';
import { taxRateSchema } from '#contract/taxpayers.ts';
import { formatDay } from '#lib/dates.ts';
import { countOf } from '#lib/plurals.ts';
import { basisLabels } from '#parts/basis-labels.ts';
import type { Fields, OutboxEntity } from '#offline/outbox/outbox-record.ts';
import { formatNumber, NBSP } from '#lib/numbers.ts';
import { z } from 'zod/mini';

const labels: Record<OutboxEntity, Record<string, string>> = {
  card: {
    vendorCode: 'Артикул продавца',
    title: 'Наименование',
    description: 'Описание',
    shopTexts: 'Тексты для магазинов',
    subjectId: 'Предмет',
    brand: 'Бренд',
    dimensions: 'Габариты',
    characteristics: 'Характеристики',
    sizes: 'Размеры и баркоды',
    photos: 'Фото',
    video: 'Видео',
    tags: 'Ярлыки',
    priceKopecks: 'Цена',
    discount: 'Скидка',
    clubDiscount: 'Скидка WB Клуба',
    costPriceKopecks: 'Себестоимость',
  },
  settings: {
    theme: 'Тема',
    taxPeriods: 'Налог',
    defaultDiscount: 'Скидка для новых карточек',
    defaultWarehouseGroupId: 'Группа складов для новых карточек',
    notifyShipmentErrors: 'Уведомления об ошибках',
    notifyShipmentFinished: 'Уведомления о завершении',
    notifyTokenExpiry: 'Уведомления о токенах',
  },
  taxpayer: { name: 'Название', shopIds: 'Магазины', taxRates: 'Ставки налога' },
  warehouseGroup: { name: 'Название', kind: 'Для чего группа', warehouseIds: 'Склады' },
};

const EMPTY = '—';
const words: Record<string, string> = {
  system: 'Как в системе',
  light: 'Светлая',
  dark: 'Тёмная',
  USER: 'Остатки продавца',
  CLEANING: 'Обнуление',
};

/** What people call the things that fields name by their numbers, as far as this device knows. */
export interface KnownNames {
  shops: ReadonlyMap<number, string>;
  warehouses: ReadonlyMap<number, string>;
  groups: ReadonlyMap<number, string>;
}

const NO_NAMES: KnownNames = { shops: new Map(), warehouses: new Map(), groups: new Map() };

/** A field as people call it. */
export function fieldLabel(entity: OutboxEntity, field: string): string {
  return labels[entity][field] ?? field;
}

/** «Наименование, Бренд» */
export function fieldLabels(entity: OutboxEntity, fields: Fields): string {
  return Object.keys(fields)
    .map((field) => fieldLabel(entity, field))
    .join(', ');
}

/** A field's value in words, so that two of them can be told apart. */
export function fieldText(
  entity: OutboxEntity,
  field: string,
  value: unknown,
  names: KnownNames = NO_NAMES,
): string {
  if (value === null || value === undefined || value === '') return EMPTY;
  if (typeof value === 'boolean') return value ? 'Включены' : 'Выключены';
  if (entity === 'card') return cardFieldText(field, value);
  if (field === 'defaultDiscount' && typeof value === 'number') return `${value}${NBSP}%`;
  if (field === 'taxPeriods' || field === 'taxRates') return taxRatesText(value);
  if (field === 'shopIds') return namesText(value, names.shops, ['магазин', 'магазина', 'магазинов']);
  if (field === 'warehouseIds') return namesText(value, names.warehouses, ['склад', 'склада', 'складов']);
  if (typeof value === 'number') return names.groups.get(value) ?? `№ ${value}`;
  return typeof value === 'string' ? (words[value] ?? value) : EMPTY;
}

/** «1 января: Доходы 6 %, без НДС», a line for each rate. */
function taxRatesText(value: unknown): string {
  const rates = z.array(taxRateSchema).safeParse(value);
  if (!rates.success) return EMPTY;
  return rates.data
    .map(({ from, basis, ratePercent, vatPercent }) => {
      const vat = vatPercent === 0 ? 'без НДС' : `НДС ${vatPercent}${NBSP}%`;
      return `С ${formatDay(from)}: ${basisLabels[basis]} ${formatNumber(ratePercent)}${NBSP}%, ${vat}`;
    })
    .join('\n');
}

/** By name, a line for each; those whose names are not here are counted. */
function namesText(
  value: unknown,
  names: ReadonlyMap<number, string>,
  forms: readonly [one: string, few: string, many: string],
): string {
  const ids = z.array(z.int()).safeParse(value);
  if (!ids.success || ids.data.length === 0) return EMPTY;
  const known = ids.data.flatMap((id) => names.get(id) ?? []);
  const unknown = ids.data.length - known.length;
  if (known.length === 0) return countOf(unknown, forms);
  return [...known, ...(unknown > 0 ? [`и ещё ${countOf(unknown, forms)}`] : [])].join('\n');
}

function cardFieldText(field: string, value: unknown): string {
  const { shape } = cardContentSchema;
  const sizes = shape.sizes.safeParse(value);
  const characteristics = shape.characteristics.safeParse(value);
  const dimensions = shape.dimensions.safeParse(value);
  if (field === 'sizes' && sizes.success) {
    const texts = sizes.data.map(({ techSize, skus }) => [techSize, ...skus].filter(Boolean).join(' '));
    return texts.join('; ') || EMPTY;
  }
  if (field === 'characteristics' && characteristics.success) {
    return characteristics.data.map(({ values }) => values.join(', ')).join('; ') || EMPTY;
  }
  if (field === 'dimensions' && dimensions.success) {
    const { lengthCm, widthCm, heightCm, weightKg } = dimensions.data;
    return `${lengthCm}×${widthCm}×${heightCm} см, ${weightKg} кг`;
  }
  const shopTexts = shape.shopTexts.safeParse(value);
  if (field === 'shopTexts' && shopTexts.success) {
    const texts = (shopTexts.data ?? []).map(({ title, description }) => title || description);
    return texts.join('; ') || EMPTY;
  }
  if (field === 'photos' && Array.isArray(value)) return `${value.length} фото`;
  if (field === 'video') return 'загружено';
  if (field === 'tags' && Array.isArray(value)) return value.join(', ') || EMPTY;
  if (typeof value === 'number') {
    if (field === 'priceKopecks' || field === 'costPriceKopecks') return formatKopecks(value);
    return field === 'subjectId' ? `№ ${value}` : `${value}${NBSP}%`;
  }
  return typeof value === 'string' ? value : EMPTY;
}

import { cardContentSchema } from '#contract/cards.ts';
import { formatKopecks } from '#lib/money.ts';
import { countOf } from '#lib/plurals.ts';
import type { Fields, OutboxEntity } from '#offline/outbox/outbox-record.ts';
import { NBSP } from '#lib/numbers.ts';

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

/** A field's value in words, short enough to be compared with another. */
export function fieldText(entity: OutboxEntity, field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return EMPTY;
  if (typeof value === 'boolean') return value ? 'Включены' : 'Выключены';
  if (entity === 'card') return cardFieldText(field, value);
  if (field === 'defaultDiscount' && typeof value === 'number') return `${value}${NBSP}%`;
  if ((field === 'taxPeriods' || field === 'taxRates') && Array.isArray(value)) {
    return countOf(value.length, ['ставка', 'ставки', 'ставок']);
  }
  if (field === 'shopIds' && Array.isArray(value)) {
    return countOf(value.length, ['магазин', 'магазина', 'магазинов']);
  }
  if (field === 'warehouseIds' && Array.isArray(value)) {
    return countOf(value.length, ['склад', 'склада', 'складов']);
  }
  if (typeof value === 'number') return `№ ${value}`;
  return typeof value === 'string' ? (words[value] ?? value) : EMPTY;
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

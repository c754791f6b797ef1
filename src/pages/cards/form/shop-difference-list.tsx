import { formatKopecks } from '#lib/money.ts';
import { formatPercent } from '#lib/numbers.ts';
import { wordDifference } from '#lib/word-difference.ts';
import { TextChange } from '#parts/cards/text-change.tsx';
import type { ShopDifference } from './shop-difference.ts';

interface ShopDifferenceListProps {
  differences: readonly ShopDifference[];
}

/** What the next shipment would change in a shop: what the shop has → what it would get. */
export function ShopDifferenceList({ differences }: ShopDifferenceListProps) {
  return (
    <ul className="mt-1 flex flex-col gap-0.5 text-sm" aria-label="Что изменит отправка">
      {differences.map((difference) => (
        <li key={difference.field} className="wrap-anywhere">
          <span className="text-muted">{FIELDS[difference.field]?.label ?? 'Другие поля'}: </span>
          <Difference {...difference} />
        </li>
      ))}
    </ul>
  );
}

const FIELDS: Record<string, { label: string; format?: (value: number) => string }> = {
  finalPriceKopecks: { label: 'Цена со скидкой', format: formatKopecks },
  title: { label: 'Наименование' },
  brand: { label: 'Бренд' },
  description: { label: 'Описание' },
  dimensions: { label: 'Габариты и вес' },
  characteristics: { label: 'Характеристики' },
  sizes: { label: 'Размеры и баркоды' },
  photos: { label: 'Фото' },
  video: { label: 'Видео' },
  priceKopecks: { label: 'Цена до скидки', format: formatKopecks },
  discount: { label: 'Скидка', format: percentText },
  clubDiscount: { label: 'Скидка WB Клуба', format: percentText },
};

function percentText(percent: number): string {
  return formatPercent(percent / 100);
}

function Difference({ field, inShop, here }: ShopDifference) {
  if (inShop === null && here === null) return 'изменено';
  if (typeof inShop === 'string' && typeof here === 'string' && inShop !== '' && here !== '') {
    return <TextChange before={inShop} after={here} parts={wordDifference(inShop, here)} />;
  }
  return (
    <>
      {valueText(field, inShop)} → <span className="font-medium">{valueText(field, here)}</span>
    </>
  );
}

function valueText(field: string, value: string | number | null): string {
  if (value === null || value === '') return 'не указано';
  if (typeof value === 'string') return `«${value}»`;
  return FIELDS[field]?.format?.(value) ?? String(value);
}

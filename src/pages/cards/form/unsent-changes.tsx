import type { UnsentChange } from '#contract/shop-cards.ts';
import { formatKopecks } from '#lib/money.ts';
import { formatPercent } from '#lib/numbers.ts';

interface UnsentChangesProps {
  changes: readonly UnsentChange[];
}

/** What the next shipment would change in a shop: what is here, and what the shop has. */
export function UnsentChanges({ changes }: UnsentChangesProps) {
  return (
    <ul
      className="mt-1 flex flex-col gap-0.5 text-sm break-words"
      aria-label="Изменено здесь и не отправлено"
    >
      {changes.map((change) => (
        <li key={change.field}>
          <span className="text-muted">{FIELDS[change.field]?.label ?? 'Другие поля'}: </span>
          {differenceText(change)}
        </li>
      ))}
    </ul>
  );
}

const FIELDS: Record<string, { label: string; format?: (value: number) => string }> = {
  title: { label: 'Наименование' },
  brand: { label: 'Бренд' },
  description: { label: 'Описание' },
  dimensions: { label: 'Габариты и вес' },
  characteristics: { label: 'Характеристики' },
  sizes: { label: 'Размеры и баркоды' },
  photos: { label: 'Фото' },
  priceKopecks: { label: 'Цена', format: formatKopecks },
  discount: { label: 'Скидка', format: percentText },
  clubDiscount: { label: 'Скидка WB Клуба', format: percentText },
};

function percentText(percent: number): string {
  return formatPercent(percent / 100);
}

function differenceText({ field, here, inShop }: UnsentChange): string {
  if (here === null && inShop === null) return 'изменено';
  return `здесь ${valueText(field, here)} → в магазине ${valueText(field, inShop)}`;
}

function valueText(field: string, value: string | number | null): string {
  if (value === null || value === '') return 'не указано';
  if (typeof value === 'string') return `«${value}»`;
  return FIELDS[field]?.format?.(value) ?? String(value);
}

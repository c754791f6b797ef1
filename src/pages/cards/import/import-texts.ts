import type { CardImport, ColumnMeaning } from '#contract/imports.ts';
import { formatInteger } from '#lib/numbers.ts';

export const ROW_FORMS = ['строка', 'строки', 'строк'] as const;
export const CAUSE_FORMS = ['причина', 'причины', 'причин'] as const;
export const CARD_FORMS = ['карточка', 'карточки', 'карточек'] as const;
/** «создать 5 черновиков». */
export const DRAFT_FORMS = ['черновик', 'черновика', 'черновиков'] as const;

/** Why this screen is empty without a connection, opened before or not. */
export const OFFLINE_TEXT =
  'Таблицы на устройстве не хранятся: они останутся на сервере и загрузятся, когда появится связь.';
export const ONLINE_ONLY = 'Файлы читает сервер: нужна связь';

export const MEANING_LABELS: Record<ColumnMeaning, string> = {
  cardId: 'ID карточки',
  vendorCode: 'Артикул продавца',
  nmId: 'Артикул WB',
  barcodes: 'Баркоды',
  title: 'Наименование',
  subject: 'Предмет',
  brand: 'Бренд',
  description: 'Описание',
  priceKopecks: 'Цена, ₽',
  discount: 'Скидка, %',
  clubDiscount: 'Скидка WB Клуба, %',
  costPriceKopecks: 'Себестоимость, ₽',
  costPriceFrom: 'Себестоимость действует с',
  sizes: 'Размеры',
  wbSizes: 'Рос. размер',
  lengthCm: 'Длина, см',
  widthCm: 'Ширина, см',
  heightCm: 'Высота, см',
  weightKg: 'Вес, кг',
  tags: 'Ярлыки',
  characteristic: 'Характеристика',
};

/** What each column is, as far as this build knows: what it has no name for it shows as not used, and gives back so. */
export function meaningsOf({ columns, meanings }: Pick<CardImport, 'columns' | 'meanings'>) {
  return (columns ?? meanings).map((meaning) =>
    meaning !== null && meaning in MEANING_LABELS ? meaning : null,
  );
}

/** Where the table stands, in a line. */
export function importStateText({ state, edit }: Pick<CardImport, 'state' | 'edit'>): string {
  switch (state) {
    case 'READING':
      return 'Файл читается';
    case 'COLUMNS':
      return 'Укажите, что в каком столбце';
    case 'CHECKING':
      return 'Строки проверяются, ничего не меняется';
    case 'READY':
      return (edit?.appliedCount ?? 0) > 0 ? 'Проверено' : 'Проверено, ничего ещё не изменилось';
    case 'CREATING':
      return 'Черновики создаются';
    case 'STOPPED':
      return 'Остановлено';
    case 'CREATED':
      return 'Черновики созданы';
  }
}

type Counted = Pick<CardImport, 'counts' | 'refusedCardCount' | 'edit'>;

/** A server that counts rows alone has one for each card. */
export function refusedCardCountOf({ counts, refusedCardCount = counts.refused }: Counted): number {
  return refusedCardCount;
}

/** Cards that its rows name, once all were looked at. */
export function cardCountOf(table: Counted): number {
  const { fresh, created, changed, same } = table.counts;
  return fresh + created + changed + same + refusedCardCountOf(table);
}

/** What was found, in figures: «новых 12 · к изменению 3». */
export function importCountsText(table: Counted): string {
  const { counts } = table;
  const appliedCount = table.edit?.appliedCount ?? 0;
  const parts: [string, number][] = [
    ['создано', counts.created],
    ['новых', counts.fresh],
    appliedCount > 0 ? ['изменено', appliedCount] : ['к изменению', counts.changed],
    ['без изменений', counts.same],
    ['с ошибками', refusedCardCountOf(table)],
  ];
  return parts
    .filter(([, count]) => count > 0)
    .map(([label, count]) => `${label} ${formatInteger(count)}`)
    .join(' · ');
}

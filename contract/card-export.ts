import { z } from 'zod/mini';
import { cardSelectionSchema } from './card-operations.ts';
import { endpoint } from './endpoint.ts';
import { exportFormats } from './fields.ts';

export const exportColumns = [
  'vendorCode',
  'nmId',
  /** By which an import finds a card whose vendor code it changes. */
  'cardId',
  'title',
  'subject',
  'brand',
  'state',
  'sizes',
  'wbSizes',
  'barcodes',
  'priceKopecks',
  'discount',
  'finalPriceKopecks',
  'clubDiscount',
  'costPriceKopecks',
  'margin',
  'stock',
  'orders',
  'shops',
  'lengthCm',
  'widthCm',
  'heightCm',
  'weightKg',
  'tags',
  'description',
  /** One for each characteristic that the chosen cards have, {@link MAX_CHARACTERISTIC_COLUMNS} at most. */
  'characteristics',
  'updatedAt',
] as const;
export type ExportColumn = (typeof exportColumns)[number];

/** What each column of an exported table is headed; an import knows what is read back by these headings. */
export const exportColumnTitles = {
  vendorCode: 'Артикул продавца',
  nmId: 'Артикул WB',
  cardId: 'ID карточки',
  title: 'Наименование',
  subject: 'Предмет',
  brand: 'Бренд',
  state: 'Состояние',
  sizes: 'Размеры',
  wbSizes: 'Рос. размер',
  barcodes: 'Баркоды',
  priceKopecks: 'Цена, ₽',
  discount: 'Скидка, %',
  finalPriceKopecks: 'Цена со скидкой, ₽',
  clubDiscount: 'Скидка WB Клуба, %',
  costPriceKopecks: 'Себестоимость, ₽',
  margin: 'Маржа до комиссии, %',
  stock: 'Остаток, шт.',
  orders: 'Заказы, 7 дней',
  shops: 'Магазины',
  lengthCm: 'Длина, см',
  widthCm: 'Ширина, см',
  heightCm: 'Высота, см',
  weightKg: 'Вес, кг',
  tags: 'Ярлыки',
  description: 'Описание',
  updatedAt: 'Изменена (МСК)',
} as const satisfies Record<Exclude<ExportColumn, 'characteristics'>, string>;

/** Of a file that names no columns. */
export const usualExportColumns = exportColumns.filter(
  (column) =>
    column !== 'cardId' && column !== 'margin' && column !== 'orders' && column !== 'characteristics',
);

/** Those of most cards: a table of all would be wider than a person reads, and than an import takes. */
export const MAX_CHARACTERISTIC_COLUMNS = 60;

/** In the order of the file. */
export const chosenExportColumnsSchema = z.array(z.enum(exportColumns)).check(
  // Characteristics alone may be no column at all.
  z.refine(
    (columns) => columns.some((column) => column !== 'characteristics'),
    'Выберите хотя бы один столбец',
  ),
  z.maxLength(exportColumns.length),
  z.refine((columns) => new Set(columns).size === columns.length, 'Столбец назван дважды'),
);

/** A file: the chosen cards, a row each, in the order of their making. It begins to come at once, whatever its size. */
export const exportCardsEndpoint = endpoint({
  method: 'POST',
  path: '/cards/export/',
  summary: 'Выбранные карточки файлом XLSX или CSV',
  access: 'user',
  body: z.strictObject({
    selection: cardSelectionSchema,
    format: z.enum(exportFormats),
    /** Absent: {@link usualExportColumns}. */
    columns: z.optional(chosenExportColumnsSchema),
  }),
});

/** How many characteristics the chosen cards have between them: as many columns, up to {@link MAX_CHARACTERISTIC_COLUMNS}. */
export const countExportedCharacteristicsEndpoint = endpoint({
  method: 'POST',
  path: '/cards/export/characteristics/',
  summary: 'Сколько столбцов характеристик будет в файле выбранных карточек',
  access: 'user',
  body: z.strictObject({ selection: cardSelectionSchema }),
  response: z.object({ count: z.int() }),
});

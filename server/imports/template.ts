import { colToLetter, writeXlsx, type DataValidation } from 'hucre/xlsx';
import { MAX_IMPORT_ROWS } from '#contract/imports.ts';
import type { SubjectCharacteristic } from '#contract/subjects.ts';
import { characteristicsOf, type Reader } from '#server/directory/directory.ts';
import { listOf, type ListName } from '#server/directory/marketplace-directories.ts';
import { findUsedValues } from '#server/directory/used-values.ts';
import { notFound } from '#server/errors/http-error.ts';

/** The sheet beside the table: lists are too long for a rule of Excel, which holds 255 characters. */
export const VALUES_SHEET = 'Значения';
const TABLE_SHEET = 'Карточки';
/** A longer list is no list to choose from. */
const MAX_LISTED = 1000;
const LAST_ROW = MAX_IMPORT_ROWS + 1;

interface TemplateColumn {
  title: string;
  width: number;
  isRequired?: boolean;
  /** What can be chosen from. */
  values?: readonly string[];
  /** Nothing else is usable. */
  isClosed?: boolean;
  rule?: Pick<DataValidation, 'type' | 'operator' | 'formula1' | 'formula2' | 'errorMessage'>;
}

const SUM = {
  type: 'decimal',
  operator: 'greaterThanOrEqual',
  formula1: '0',
  errorMessage: 'Нужна сумма в рублях',
} as const;
const PERCENT = {
  type: 'whole',
  operator: 'between',
  formula1: '0',
  formula2: '99',
  errorMessage: 'Нужно целое число от 0 до 99',
} as const;
const CENTIMETRES = {
  type: 'whole',
  operator: 'between',
  formula1: '0',
  formula2: '1000',
  errorMessage: 'Нужно целое число сантиметров от 0 до 1000',
} as const;

/** A workbook to be filled in with cards of one subject: its columns are known by their names when it comes back. Throws 404. */
export async function importTemplate(
  reader: Reader,
  subjectId: number,
  valuesOf: (name: ListName) => Promise<readonly { name: string }[]>,
): Promise<{ fileName: string; bytes: Uint8Array }> {
  const subject = await reader.db
    .selectFrom('subjects')
    .select('name')
    .where('id', '=', subjectId)
    .executeTakeFirst();
  if (!subject) throw notFound('Предмет не найден');
  const characteristics = await characteristicsOf(reader, subjectId);
  const used = await findUsedValues(reader.db, reader.accountId, subjectId);
  const columns = cardColumns(subject.name, used.brands);
  for (const one of characteristics) {
    const list = listOf(one, subjectId);
    const known = list === undefined ? [] : await valuesOf(list);
    const own = used.characteristics.find(({ id }) => id === one.id)?.values ?? [];
    columns.push(characteristicColumn(one, known.length > 0 ? known.map(({ name }) => name) : own));
  }
  return { fileName: `Шаблон — ${subject.name}.xlsx`, bytes: await write(columns) };
}

function cardColumns(subjectName: string, brands: readonly string[]): TemplateColumn[] {
  return [
    { title: 'Артикул продавца', width: 22, isRequired: true },
    { title: 'Наименование', width: 44, isRequired: true },
    { title: 'Предмет', width: 20, isRequired: true, values: [subjectName] },
    { title: 'Бренд', width: 18, values: brands },
    { title: 'Описание', width: 60 },
    { title: 'Цена, ₽', width: 12, isRequired: true, rule: SUM },
    { title: 'Скидка, %', width: 12, rule: PERCENT },
    { title: 'Скидка WB Клуба, %', width: 20, rule: PERCENT },
    { title: 'Себестоимость, ₽', width: 18, rule: SUM },
    { title: 'Себестоимость действует с', width: 26 },
    { title: 'Размеры', width: 16 },
    { title: 'Рос. размер', width: 16 },
    { title: 'Баркоды', width: 30 },
    { title: 'Длина, см', width: 12, rule: CENTIMETRES },
    { title: 'Ширина, см', width: 12, rule: CENTIMETRES },
    { title: 'Высота, см', width: 12, rule: CENTIMETRES },
    {
      title: 'Вес, кг',
      width: 12,
      rule: { ...SUM, errorMessage: 'Нужен вес в килограммах' },
    },
    { title: 'Ярлыки', width: 20 },
  ];
}

function characteristicColumn(
  { name, isRequired, type, directory, maxCount }: SubjectCharacteristic,
  values: readonly string[],
): TemplateColumn {
  const column = { title: name, width: Math.min(40, Math.max(14, name.length + 2)), isRequired };
  if (type === 'NUMBER') return { ...column, rule: { ...SUM, errorMessage: 'Нужно число' } };
  // Of several values in one cell a spreadsheet knows none.
  const isClosed = directory !== undefined && maxCount === 1 && values.length <= MAX_LISTED;
  return { ...column, values, isClosed };
}

function write(columns: readonly TemplateColumn[]): Promise<Uint8Array> {
  const lists = columns.filter(({ values = [] }) => values.length > 0);
  const longest = Math.max(0, ...lists.map(({ values = [] }) => Math.min(values.length, MAX_LISTED)));
  const listRows = Array.from({ length: longest }, (_, row) =>
    lists.map(({ values = [] }) => values[row] ?? null),
  );
  return writeXlsx({
    sheets: [
      {
        name: TABLE_SHEET,
        columns: columns.map(({ width }) => ({ width })),
        rows: [columns.map(headingOf)],
        cells: new Map(columns.map((column, at) => [`0,${at}`, { style: headStyle(column) }])),
        dataValidations: columns.flatMap((column, at) => validationOf(column, at, lists.indexOf(column))),
        freezePane: { rows: 1, columns: 1 },
      },
      {
        name: VALUES_SHEET,
        columns: lists.map(({ width }) => ({ width })),
        rows: [lists.map(({ title }) => title), ...listRows],
        cells: new Map(lists.map((column, at) => [`0,${at}`, { style: headStyle(column) }])),
        freezePane: { rows: 1 },
      },
    ],
  });
}

/** An asterisk: required. The import reads over it. */
function headingOf({ title, isRequired = false }: TemplateColumn): string {
  return isRequired ? `${title}*` : title;
}

function headStyle({ isRequired = false }: TemplateColumn) {
  return {
    font: { bold: true },
    ...(isRequired && {
      fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'FFF2CC' } } as const,
    }),
  };
}

function validationOf(column: TemplateColumn, at: number, listAt: number): DataValidation[] {
  const { rule, values = [], isClosed = false } = column;
  const letter = colToLetter(at);
  const range = `${letter}2:${letter}${LAST_ROW}`;
  if (rule) return [{ ...rule, range, allowBlank: true, showErrorMessage: true, errorStyle: 'warning' }];
  if (listAt === -1) return [];
  const list = colToLetter(listAt);
  const last = Math.min(values.length, MAX_LISTED) + 1;
  return [
    {
      type: 'list',
      formula1: `'${VALUES_SHEET}'!$${list}$2:$${list}$${last}`,
      range,
      allowBlank: true,
      showErrorMessage: isClosed,
      ...(isClosed && { errorStyle: 'warning', errorMessage: `Такого нет на листе «${VALUES_SHEET}»` }),
    },
  ];
}

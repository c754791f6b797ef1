import { z } from 'zod/mini';
import { bulkEditStates } from './bulk-edits.ts';
import { endpoint } from './endpoint.ts';
import { exportFormats, idParams, idSchema, idTextSchema, timestampSchema } from './fields.ts';

/**
 * An import: a table of cards that the server keeps from the file to the last card. Its columns are named, its rows are looked
 * at, and only then drafts are created and changes prepared; it goes on by itself and is still there at the next sign-in. Rows that
 * name one card are one card: a row for each size.
 */

export const MAX_IMPORT_ROWS = 50_000;

/** What a column may be. A characteristic is the one that the column is named after. */
export const columnMeanings = [
  /** Of a card that there is, as the export writes it; beside it the vendor code is a value like any other. */
  'cardId',
  'vendorCode',
  'nmId',
  'barcodes',
  'title',
  'subject',
  'brand',
  'description',
  'priceKopecks',
  'discount',
  'clubDiscount',
  'costPriceKopecks',
  'costPriceFrom',
  'sizes',
  /** «Рос. размер», one of each size. */
  'wbSizes',
  'lengthCm',
  'widthCm',
  'heightCm',
  'weightKg',
  'tags',
  'characteristic',
] as const;
export type ColumnMeaning = (typeof columnMeanings)[number];

/** READING, CHECKING and CREATING go on by themselves; COLUMNS and READY wait for the person; STOPPED may be gone on with. */
export const importStates = [
  'READING',
  'COLUMNS',
  'CHECKING',
  'READY',
  'CREATING',
  'STOPPED',
  'CREATED',
] as const;
export type ImportState = (typeof importStates)[number];

/** Builds of before have no name for it: they would show such a column as one that is not used. */
export const LATER_MEANING = 'wbSizes';
const knownBefore = columnMeanings.filter((meaning) => meaning !== LATER_MEANING);

const meaningSchema = z.nullable(z.enum(columnMeanings));

export const importSchema = z.object({
  id: idSchema,
  state: z.enum(importStates),
  fileName: z.string(),
  /** Of a workbook with several sheets: which was read; else empty. */
  sheetName: z.string(),
  /** Of a workbook, in their order; none for CSV. */
  sheets: z.optional(z.array(z.string())),
  headings: z.array(z.string()),
  /** Which line of the file they are, where something stands above them, which is not read; null: nothing. Absent: a server of before. */
  headingLine: z.optional(z.nullable(z.int())),
  /** Lines under them that explain how to fill the columns in, as the marketplace's template does: no rows. Absent: a server of before. */
  hintLines: z.optional(z.array(z.int())),
  /** By column: chosen, remembered from a file with the same headings, or guessed by their names. */
  columns: z.optional(z.array(meaningSchema)),
  /** The same for builds of before: null of {@link LATER_MEANING}. What they give back is what they show. */
  meanings: z.array(z.nullable(z.enum(knownBefore))),
  rowTotal: z.int(),
  checkedCount: z.int(),
  /** Of cards, each of which may have several rows. */
  counts: z.object({
    /** Cards that there are not yet; created ones are counted apart. */
    fresh: z.int(),
    created: z.int(),
    changed: z.int(),
    same: z.int(),
    /** Rows: each is told what is wrong with it. */
    refused: z.int(),
  }),
  /** How many cards the refused rows are of; a row that names none counts as one. */
  refusedCardCount: z.optional(z.int()),
  /** The bulk edit of the cards that there are, once all rows are looked at; null: nothing changes. */
  editId: z.nullable(idSchema),
  /** What has become of it; null: it is forgotten, as nobody applied it within a day. Absent: a server of before does not say. */
  edit: z.optional(
    z.nullable(
      z.object({
        state: z.enum(bulkEditStates),
        /** Cards that have its values now. */
        appliedCount: z.int(),
      }),
    ),
  ),
  createdAt: timestampSchema,
  userName: z.string(),
});
export type CardImport = z.infer<typeof importSchema>;

export const importRowStates = ['WAITING', 'FRESH', 'CREATED', 'CHANGED', 'SAME', 'REFUSED'] as const;
export type ImportRowState = (typeof importRowStates)[number];

export const cellProblemSchema = z.object({
  /** From 0; null: it is about the row. */
  column: z.nullable(z.int()),
  text: z.string(),
});
export type CellProblem = z.infer<typeof cellProblemSchema>;

export const importRowSchema = z.object({
  /** As the spreadsheet numbers it. */
  line: z.int(),
  cells: z.array(z.string()),
  state: z.enum(importRowStates),
  problems: z.array(cellProblemSchema),
});

/**
 * Keeps the rows of a file: multipart/form-data with one file in the field `file`. Nothing else changes. Of a workbook the named sheet,
 * the first is 0; else the first whose columns are known, or that has rows.
 */
export const createImportEndpoint = endpoint({
  method: 'POST',
  path: '/cards/imports/',
  summary: 'Загрузить таблицу карточек (multipart/form-data, поле file)',
  access: 'user',
  query: z.strictObject({ sheet: z.optional(z.string().check(z.regex(/^\d{1,3}$/))) }),
  response: importSchema,
  status: 201,
});

/** A workbook to be filled in and given back: the columns of a subject's cards, with lists to choose their values from. 404: no such subject. */
export const getImportTemplateEndpoint = endpoint({
  method: 'GET',
  path: '/cards/imports/template/',
  summary: 'Шаблон таблицы карточек для предмета (XLSX)',
  access: 'user',
  query: z.strictObject({ subjectId: idTextSchema }),
});

/** The last of the account, the newest first; each is kept for a week. */
export const listImportsEndpoint = endpoint({
  method: 'GET',
  path: '/cards/imports/',
  summary: 'Таблицы карточек за неделю',
  access: 'user',
  response: z.array(importSchema),
});

export const getImportEndpoint = endpoint({
  method: 'GET',
  path: '/cards/imports/{id}/',
  summary: 'Таблица карточек',
  access: 'user',
  params: idParams,
  response: importSchema,
});

/** A row that has what the cause says, with the cell that is meant. */
const causeRowSchema = z.object({
  line: z.int(),
  /** Its beginning; empty where the cause is about the row. */
  cell: z.string(),
  text: z.string(),
});
export type CauseRow = z.infer<typeof causeRowSchema>;

/** One thing that is wrong, in however many rows. */
const importCauseSchema = z.object({
  id: idSchema,
  /** From 0; null: it is about the row. */
  column: z.nullable(z.int()),
  /** What its rows are told; where each is told something of its own, «…» stands for that. */
  text: z.string(),
  rowCount: z.int(),
  /** The first of them. */
  rows: z.array(causeRowSchema),
});
export type ImportCause = z.infer<typeof importCauseSchema>;

/** The most frequent first, and no more than a screen has room for: all of them are in the file. */
export const listImportCausesEndpoint = endpoint({
  method: 'GET',
  path: '/cards/imports/{id}/causes/',
  summary: 'Ошибки таблицы карточек по причинам',
  access: 'user',
  params: idParams,
  response: z.object({
    results: z.array(importCauseSchema),
    /** Of all causes. */
    causeCount: z.int(),
  }),
});

export const CAUSE_ROWS_AT_ONCE = 50;

/** The rows of a cause after a line, a part of them. 404: the table was looked at again since. */
export const listCauseRowsEndpoint = endpoint({
  method: 'GET',
  path: '/cards/imports/{id}/causes/{causeId}/rows/',
  summary: 'Строки таблицы карточек с одной причиной ошибки',
  access: 'user',
  params: z.object({ id: idTextSchema, causeId: idTextSchema }),
  query: z.strictObject({ afterLine: z.optional(idTextSchema) }),
  response: z.object({
    results: z.array(causeRowSchema),
    /** Where the next part begins; null: this was the last. */
    nextAfterLine: z.nullable(z.int()),
  }),
});

/** The first of them. */
export const listImportRowsEndpoint = endpoint({
  method: 'GET',
  path: '/cards/imports/{id}/rows/',
  summary: 'Строки таблицы карточек',
  access: 'user',
  params: idParams,
  query: z.strictObject({ state: z.optional(z.enum(importRowStates)) }),
  response: z.array(importRowSchema),
});

/** So many cells of a line are shown to choose by. */
export const SHOWN_LINE_CELLS = 30;

const firstLineSchema = z.object({
  /** As the spreadsheet numbers it. */
  line: z.int(),
  /** The first of them, each its beginning. */
  cells: z.array(z.string()),
});
export type FirstLine = z.infer<typeof firstLineSchema>;

/** The first filled lines of the file, one of which names the columns; empty: they were not kept yet when the table was uploaded. */
export const listFirstLinesEndpoint = endpoint({
  method: 'GET',
  path: '/cards/imports/{id}/first-lines/',
  summary: 'Первые строки файла, из которых выбирают строку с названиями столбцов',
  access: 'user',
  params: idParams,
  response: z.array(firstLineSchema),
});

/**
 * Has another of the first lines name the columns, which are guessed anew; lines above it are no rows, those below are. Rows that were
 * looked at wait for it again; nothing else changes. It is remembered with the columns, for files that have the line, too.
 */
export const chooseHeadingsEndpoint = endpoint({
  method: 'POST',
  path: '/cards/imports/{id}/headings/',
  summary: 'Указать, в какой строке файла названия столбцов',
  access: 'user',
  params: idParams,
  body: z.strictObject({ line: z.int().check(z.minimum(1)) }),
  response: importSchema,
});

/** Names the columns, remembers it for files with the same headings, and looks at every row; nothing else changes. */
export const checkImportEndpoint = endpoint({
  method: 'POST',
  path: '/cards/imports/{id}/checking/',
  summary: 'Указать столбцы таблицы и проверить её строки',
  access: 'user',
  params: idParams,
  body: z.strictObject({ meanings: z.array(meaningSchema).check(z.minLength(1), z.maxLength(200)) }),
  response: importSchema,
});

/** Drafts of the cards that there are not yet. 409 (`selection_changed`) when there are not as many as the person has seen. */
export const createImportedCardsEndpoint = endpoint({
  method: 'POST',
  path: '/cards/imports/{id}/creating/',
  summary: 'Создать черновики новых карточек таблицы',
  access: 'user',
  params: idParams,
  body: z.strictObject({ expectedCount: z.int().check(z.minimum(1)) }),
  response: importSchema,
});

export const stopImportEndpoint = endpoint({
  method: 'POST',
  path: '/cards/imports/{id}/stop/',
  summary: 'Остановить создание карточек',
  access: 'user',
  params: idParams,
  response: importSchema,
});

/** Its cards stay. */
export const removeImportEndpoint = endpoint({
  method: 'DELETE',
  path: '/cards/imports/{id}/',
  summary: 'Убрать таблицу карточек',
  access: 'user',
  params: idParams,
  status: 204,
});

/** The rows that were refused as they came, with a column that says why: to be mended and given back. */
export const exportImportErrorsEndpoint = endpoint({
  method: 'GET',
  path: '/cards/imports/{id}/errors/export/',
  summary: 'Скачать строки с ошибками (XLSX или CSV)',
  access: 'user',
  params: idParams,
  query: z.strictObject({ format: z.enum(exportFormats) }),
});

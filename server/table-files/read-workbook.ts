import { strFromU8 } from 'fflate';
import { HucreError } from 'hucre';
import { streamXlsxRows } from 'hucre/xlsx';
import { refuseBomb } from './archive-guard.ts';
import type { CellValue } from './cell-text.ts';
import { withoutEmptyEnds } from './empty-ends.ts';
import { otherArchiveText } from './other-archives.ts';
import { withAskedNames } from './part-names.ts';
import { numberLooks, type LookOf } from './number-looks.ts';
import { TableFileError, tooManyColumns } from './table-file-error.ts';
import { sheetXml, slicesOf } from './sheet-slices.ts';
import { refuseUncounted } from './uncounted-formulas.ts';
import { partsOf, RELATIONSHIPS, WORKBOOK } from './workbook-parts.ts';

export interface SheetRow {
  /** The first is 1. */
  line: number;
  values: readonly CellValue[];
}

export interface OpenWorkbook {
  /** Names of the sheets in their order. */
  sheets: string[];
  /** It counts its days from 1904, and so are meant those that it keeps as mere numbers. */
  isSince1904: boolean;
  rows: (sheet: number) => AsyncGenerator<SheetRow>;
  /** However many of them are filled; counted without reading them. */
  rowsAtMost: (sheet: number) => number;
}

/**
 * A workbook by the letter of ECMA-376. Throws {@link TableFileError}, with `mostColumns` for one that has more than any spreadsheet; a row
 * is read when it is asked for.
 */
export function openWorkbook(archive: Uint8Array, mostColumns: number): OpenWorkbook {
  refuseBomb(archive);
  const bytes = withAskedNames(archive);
  const { workbook, relationships } = workbookParts(bytes);
  const sheets = shownSheets(workbook, relationships);
  if (sheets.length === 0)
    throw new TableFileError('В файле нет таблицы: нужна книга Excel (.xlsx) или файл CSV');
  return {
    sheets: sheets.map(({ name }) => name),
    isSince1904: SINCE_1904.test(workbook),
    rows: (sheet) => readRows(bytes, sheets[sheet]?.index ?? 0, mostColumns),
    rowsAtMost: (sheet) => rowTags(sheetXml(bytes, sheets[sheet]?.index ?? 0)),
  };
}

function rowTags(xml: Buffer): number {
  let count = 0;
  for (const slice of slicesOf(xml)) count += slice.match(ROW)?.length ?? 0;
  return count;
}

async function* readRows(bytes: Uint8Array, sheet: number, mostColumns: number): AsyncGenerator<SheetRow> {
  try {
    let lookOf: LookOf | undefined;
    const lean = withoutEmptyEnds(bytes, sheet);
    for await (const { index, values } of streamXlsxRows(lean, { sheet })) {
      // After the library has looked the archive through.
      lookOf ??= lookThrough(lean, sheet);
      yield { line: index + 1, values: asSeen(values, index + 1, lookOf) };
    }
  } catch (error) {
    if (!(error instanceof HucreError)) throw error;
    if (BEYOND_LAST_COLUMN.test(error.message)) throw tooManyColumns(mostColumns);
    throw new TableFileError(
      'Файл не прочитать: он повреждён или записан необычной программой. Сохраните его в Excel ещё раз',
      { cause: error },
    );
  }
}

/** What the library does not say of a sheet. */
function lookThrough(bytes: Uint8Array, sheet: number): LookOf {
  const xml = sheetXml(bytes, sheet);
  refuseUncounted(xml);
  return numberLooks(bytes, xml);
}

function asSeen(values: readonly CellValue[], line: number, lookOf: LookOf): CellValue[] {
  return values.map((value, column) => {
    if (typeof value !== 'number') return value;
    const { isPercent = false, digits = 0 } = lookOf(line, column) ?? {};
    if (isPercent) return value * 100;
    const isWhole = Number.isSafeInteger(value) && value >= 0;
    return isWhole && digits > 0 ? String(value).padStart(digits, '0') : value;
  });
}

const ROW = /<(?:\w+:)?row[\s/>]/g;
/** The library's words for a cell to the right of where Excel ends; its class says no more than that the file is bad. */
const BEYOND_LAST_COLUMN = /^Cell column \d+ is outside/;
const MIME_TYPE = 'mimetype';
const SINCE_1904 = /<(?:\w+:)?workbookPr\s[^>]*?\bdate1904\s*=\s*["'](?:1|true)["']/;
const SHEET = /<(?:\w+:)?sheet\s[^>]*?\bname="([^"]*)"[^>]*>/g;
const HIDDEN = /\sstate="(?:hidden|veryHidden)"/;
const SHEET_ID = /\s\w+:id="([^"]*)"/;
/** Of a sheet that is a picture alone. */
const CHART = /<(?:\w+:)?Relationship\s[^>]*\/chartsheet"[^>]*>/g;
const RELATIONSHIP_ID = /\sId="([^"]*)"/;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function workbookParts(bytes: Uint8Array): { workbook: string; relationships: string } {
  const { names, parts } = looked(bytes);
  const workbook = parts[WORKBOOK];
  if (!workbook) {
    throw new TableFileError(otherArchiveText(names, strFromU8(parts[MIME_TYPE] ?? new Uint8Array())));
  }
  const relationships = strFromU8(parts[RELATIONSHIPS] ?? new Uint8Array());
  return { workbook: strFromU8(workbook), relationships };
}

interface NamedSheet {
  name: string;
  /** Among all of the workbook. */
  index: number;
}

/** Those that a person sees as tables: a chart has no rows, and what is hidden is somebody's own lists, unless all is. */
function shownSheets(workbook: string, relationships: string): NamedSheet[] {
  const charts = new Set((relationships.match(CHART) ?? []).map((one) => RELATIONSHIP_ID.exec(one)?.[1]));
  const tables = [...workbook.matchAll(SHEET)].flatMap(([tag, name = ''], index) =>
    charts.has(SHEET_ID.exec(tag)?.[1])
      ? []
      : [
          {
            name: name.replace(/&(\w+);/g, (sign, entity) => ENTITIES[entity] ?? sign),
            index,
            isHidden: HIDDEN.test(tag),
          },
        ],
  );
  const shown = tables.filter(({ isHidden }) => !isHidden);
  return shown.length > 0 ? shown : tables;
}

/** The names of all entries, and those that say what the archive is. */
function looked(bytes: Uint8Array) {
  const names: string[] = [];
  const parts = partsOf(bytes, ({ name }) => {
    names.push(name);
    return name === WORKBOOK || name === RELATIONSHIPS || name === MIME_TYPE;
  });
  return { names, parts };
}

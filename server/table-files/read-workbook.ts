import { strFromU8, unzipSync } from 'fflate';
import { HucreError } from 'hucre';
import { streamXlsxRows } from 'hucre/xlsx';
import { refuseBomb } from './archive-guard.ts';
import type { CellValue } from './cell-text.ts';
import { otherArchiveText } from './other-archives.ts';
import { percentCells, type IsPercent } from './percent-cells.ts';
import { TableFileError } from './table-file-error.ts';

export interface SheetRow {
  /** The first is 1. */
  line: number;
  values: readonly CellValue[];
}

export interface OpenWorkbook {
  /** Names of the sheets in their order. */
  sheets: string[];
  rows: (sheet: number) => AsyncGenerator<SheetRow>;
}

/** A workbook by the letter of ECMA-376. Throws {@link TableFileError}; a row is read when it is asked for. */
export function openWorkbook(bytes: Uint8Array): OpenWorkbook {
  refuseBomb(bytes);
  const sheets = sheetNames(bytes);
  if (sheets.length === 0)
    throw new TableFileError('В файле нет таблицы: нужна книга Excel (.xlsx) или файл CSV');
  return { sheets, rows: (sheet) => readRows(bytes, sheet) };
}

async function* readRows(bytes: Uint8Array, sheet: number): AsyncGenerator<SheetRow> {
  try {
    let isPercent: IsPercent | undefined;
    for await (const { index, values } of streamXlsxRows(bytes, { sheet })) {
      // After the library has looked the archive through.
      isPercent ??= percentCells(bytes, sheet);
      yield { line: index + 1, values: asSeen(values, index + 1, isPercent) };
    }
  } catch (error) {
    if (!(error instanceof HucreError)) throw error;
    throw new TableFileError(
      'Файл не прочитать: он повреждён или записан необычной программой. Сохраните его в Excel ещё раз',
      { cause: error },
    );
  }
}

function asSeen(values: readonly CellValue[], line: number, isPercent: IsPercent): CellValue[] {
  return values.map((value, column) =>
    typeof value === 'number' && isPercent(line, column) ? value * 100 : value,
  );
}

const WORKBOOK = 'xl/workbook.xml';
const MIME_TYPE = 'mimetype';
const SHEET = /<(?:\w+:)?sheet\s[^>]*?\bname="([^"]*)"/g;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function sheetNames(bytes: Uint8Array): string[] {
  const { names, parts } = looked(bytes);
  const workbook = parts[WORKBOOK];
  if (!workbook) {
    throw new TableFileError(otherArchiveText(names, strFromU8(parts[MIME_TYPE] ?? new Uint8Array())));
  }
  const found = [...strFromU8(workbook).matchAll(SHEET)];
  return found.map(([, name = '']) => name.replace(/&(\w+);/g, (sign, entity) => ENTITIES[entity] ?? sign));
}

/** The names of all entries, and those that say what the archive is. */
function looked(bytes: Uint8Array) {
  const names: string[] = [];
  try {
    const parts = unzipSync(bytes, {
      filter: ({ name }) => {
        names.push(name);
        return name === WORKBOOK || name === MIME_TYPE;
      },
    });
    return { names, parts };
  } catch (error) {
    throw new TableFileError('Файл повреждён или загружен не целиком: сохраните его ещё раз', {
      cause: error,
    });
  }
}

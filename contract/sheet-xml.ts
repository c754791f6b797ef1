import { isFormulaLike } from './csv-text.ts';
import type { TableCell } from './table-columns.ts';

/**
 * A workbook of one sheet by the letter of ECMA-376, with a bold head that stays in sight. Text cells are text whatever they
 * begin with: there are no formulas, and what looks like one stays text when it is edited. Whoever writes it packs it: the
 * server off the thread that answers requests, the browser where it is.
 */

interface Sheet {
  columns: readonly { title: string; width: number }[];
  rows: AsyncIterable<readonly TableCell[]>;
}

/** About what comes at a time, in characters; others have their turn between two of these. */
const LENGTH_AT_ONCE = 64 * 1024;
/** Excel refuses a longer cell, and with it the whole file. */
const MAX_CELL_LENGTH = 32_767;

/** Where {@link sheetXml} stands in the archive. */
export const SHEET_PART = 'xl/worksheets/sheet1.xml';

/** Everything of a workbook but its sheet, by the names of the archive. */
export function workbookParts(sheetName: string): [name: string, xml: string][] {
  return [
    ['[Content_Types].xml', CONTENT_TYPES],
    ['_rels/.rels', ROOT_RELATIONS],
    ['xl/workbook.xml', workbook(sheetName)],
    ['xl/_rels/workbook.xml.rels', WORKBOOK_RELATIONS],
    ['xl/styles.xml', STYLES],
  ];
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const CONTENT_TYPES = `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEET_TYPE}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SHEET_TYPE}.worksheet+xml"/></Types>`;
const ROOT_RELATIONS = `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;
const WORKBOOK_RELATIONS = `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`;
/** By their places in STYLES. */
const PLAIN = 0;
const HEAD = 1;
/** Text that is not to become a formula when somebody edits the cell: «quote prefix», which shows no apostrophe. */
const QUOTED = 2;
/** «1 234,50» and «20.11.2026», as the reader's own spreadsheet writes them. */
const MONEY = 3;
const DAY = 4;
type Style = typeof PLAIN | typeof HEAD | typeof QUOTED | typeof MONEY | typeof DAY;

const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1"/><xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="14" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

function workbook(name: string): string {
  return `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${escaped(name)}" sheetId="1" r:id="r1"/></sheets></workbook>`;
}

/** The sheet, piece by piece as its rows come. */
export async function* sheetXml({ columns, rows }: Sheet): AsyncGenerator<string> {
  const widths = columns.map(
    ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`;
  const titles = columns.map(({ title }) => title);
  let xml = rowXml(titles, 1, HEAD);
  let number = 1;
  for await (const row of rows) {
    number += 1;
    xml += rowXml(row, number, PLAIN);
    if (xml.length < LENGTH_AT_ONCE) continue;
    yield xml;
    xml = '';
  }
  yield `${xml}</sheetData></worksheet>`;
}

function rowXml(cells: readonly TableCell[], number: number, style: Style): string {
  return `<row r="${number}">${cells.map((cell, index) => cellXml(cell, `${columnName(index)}${number}`, style)).join('')}</row>`;
}

function cellXml(cell: TableCell, place: string, style: Style): string {
  if (cell === null || cell === '') return '';
  if (typeof cell === 'number') return numberXml(cell, place, style);
  if (typeof cell === 'string') return textXml(cell, place, style);
  if ('day' in cell) return cell.day === null ? '' : numberXml(dayNumber(cell.day), place, DAY);
  return cell.kopecks === null ? '' : numberXml(cell.kopecks / 100, place, MONEY);
}

function numberXml(value: number, place: string, style: Style): string {
  return Number.isFinite(value) ? `<c ${attributes(place, style)}><v>${value}</v></c>` : '';
}

function textXml(cell: string, place: string, style: Style): string {
  const text = escaped(withoutEscapes(cell.slice(0, MAX_CELL_LENGTH)));
  const textStyle = style === PLAIN && isFormulaLike(cell) ? QUOTED : style;
  return `<c ${attributes(place, textStyle)} t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
}

const DAY_MS = 86_400_000;

/** Spreadsheets count days from 30 December 1899: they take 1900 for a leap year. */
function dayNumber(day: string): number {
  return (Date.parse(`${day}T00:00:00Z`) - Date.UTC(1899, 11, 30)) / DAY_MS;
}

function attributes(place: string, style: Style): string {
  return style === PLAIN ? `r="${place}"` : `r="${place}" s="${style}"`;
}

/** A spreadsheet reads `_x0041_` as «A» (ECMA-376, ST_Xstring): text that has it is told by an escape of its first sign. */
function withoutEscapes(text: string): string {
  return text.replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_');
}

/** A, B … Z, AA. */
function columnName(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest > 0 ? columnName(rest - 1) : '') + String.fromCharCode(65 + (index % 26));
}

/** What XML may not hold is left out; a title that came from outside may have anything. */
const NOT_XML =
  // oxlint-disable-next-line no-control-regex -- control characters are what is left out
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

function escaped(text: string): string {
  return text
    .replace(NOT_XML, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;');
}

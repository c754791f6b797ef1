/** A spreadsheet would run the text as a formula. */
export function isFormulaLike(text: string): boolean {
  return /^[=+\-@\t\r\0\uff1d\uff0b\uff0d\uff20]/.test(text);
}

/** For CSV, where every cell is a guess: text that would run gets an apostrophe. A text cell of XLSX needs none. */
export function inertText(text: string): string {
  return MARKED.test(text) ? `'${text}` : text;
}

/** What {@link inertText} has made, as it was. */
export function withoutMark(text: string): string {
  return text.startsWith("'") && MARKED.test(text) ? text.slice(1) : text;
}

/** Apostrophes before it count too: the one that is added can be told from them. */
const MARKED = /^'*[=+\-@\t\r\0\uff1d\uff0b\uff0d\uff20]/;

/** A text cell of CSV with semicolons, inert and quoted where it has to be (RFC 4180). */
export function csvTextCell(text: string): string {
  const inert = inertText(text);
  return /[";\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** The most telling first: a comma stands in names («Цена, ₽») and in numbers, a tab in neither. */
export const DELIMITERS = ['\t', ';', '|', ','];

/** What parts the columns: by the first line, without what stands in quotes there. */
function delimiterOf(table: string): string {
  const first =
    table
      .slice(0, MAX_FIRST_LINE)
      .replaceAll(/"[^"]*"/g, '')
      .split(/[\r\n]/, 1)[0] ?? '';
  return DELIMITERS.find((delimiter) => first.includes(delimiter)) ?? ',';
}

const MAX_FIRST_LINE = 100_000;

/** «sep=;» before the headings, which says to a spreadsheet what parts the columns and is no line of the table. */
const SAID_DELIMITER = /^"?sep=([;,|\t])\1*"?(?:\r\n|\r|\n|$)/i;

/** The text of a table without what stands before its first line, and what parts its columns. */
export function csvTableOf(text: string): { table: string; delimiter: string } {
  // A byte order mark would be a part of the first column's name.
  const marked = text.replace(/^\uFEFF/, '');
  const said = SAID_DELIMITER.exec(marked);
  const table = marked.slice(said?.[0].length ?? 0);
  return { table, delimiter: said?.[1] ?? delimiterOf(table) };
}

/** The text of a CSV file: Excel on Windows writes windows-1251, and «Текст Юникод» is UTF-16. */
export function csvTextOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const text = new TextDecoder().decode(bytes);
  return isMeant(text, bytes) ? text : new TextDecoder('windows-1251').decode(bytes);
}

const BROKEN = /\uFFFD/g;
const CYRILLIC = /[а-яё]/gi;

/** A program that cuts texts by bytes leaves half a letter here and there; of windows-1251 nearly every letter is broken. */
function isMeant(text: string, [first, second, third]: Uint8Array): boolean {
  const isMarked = first === 0xef && second === 0xbb && third === 0xbf;
  return isMarked || countOf(BROKEN, text) === 0 || countOf(CYRILLIC, text) > countOf(BROKEN, text);
}

function countOf(sign: RegExp, text: string): number {
  return text.length - text.replace(sign, '').length;
}

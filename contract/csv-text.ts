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
const DELIMITERS = ['\t', ';', '|', ','];

/** What parts the columns: by the first line, without what stands in quotes there. */
export function delimiterOf(table: string): string {
  const first =
    table
      .slice(0, MAX_FIRST_LINE)
      .replaceAll(/"[^"]*"/g, '')
      .split(/[\r\n]/, 1)[0] ?? '';
  return DELIMITERS.find((delimiter) => first.includes(delimiter)) ?? ',';
}

const MAX_FIRST_LINE = 100_000;

/** The text of a CSV file: Excel on Windows writes windows-1251, and «Текст Юникод» is UTF-16. */
export function csvTextOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1251').decode(bytes);
  }
}

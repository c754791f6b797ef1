/** A spreadsheet would run the text as a formula. */
export function isFormulaLike(text: string): boolean {
  return /^[=+\-@\t\r\0\uff1d\uff0b\uff0d\uff20]/.test(text);
}

/** For CSV, where every cell is a guess: text that would run gets an apostrophe. A text cell of XLSX needs none. */
export function inertText(text: string): string {
  return isFormulaLike(text) ? `'${text}` : text;
}

/** A text cell of CSV with semicolons, inert and quoted where it has to be (RFC 4180). */
export function csvTextCell(text: string): string {
  const inert = inertText(text);
  return /[";\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

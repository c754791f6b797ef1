/**
 * Text that a spreadsheet would run as a formula gets an apostrophe: at once in CSV, and in a text cell of XLSX as soon as
 * somebody edits it or saves the sheet as CSV.
 */
export function inertText(text: string): string {
  return /^[=+\-@\t\r\0\uff1d\uff0b\uff0d\uff20]/.test(text) ? `'${text}` : text;
}

/** A text cell of CSV with semicolons, inert and quoted where it has to be (RFC 4180). */
export function csvTextCell(text: string): string {
  const inert = inertText(text);
  return /[";\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

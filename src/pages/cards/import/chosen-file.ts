/**
 * The file that was chosen last, for as long as this page is there: another sheet of it is read without choosing it again. The server
 * keeps rows, not files.
 */
let chosen: { importId: number; file: File } | null = null;

export function rememberFile(importId: number, file: File): void {
  chosen = { importId, file };
}

/** null: it was chosen on another visit. */
export function fileOf(importId: number): File | null {
  return chosen?.importId === importId ? chosen.file : null;
}

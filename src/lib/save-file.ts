/** What a file is called when nothing tells. */
export const FALLBACK_FILE_NAME = 'Скачанный файл';

const REVOKE_AFTER_MS = 60_000;

/** Hands a file to the browser to save. */
export function saveFile(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
  // Safari reads the address only after the click is over.
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}

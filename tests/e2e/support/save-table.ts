import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';

/** A table's «Скачать» pressed and a format chosen: what the file is called and what is in it. */
export async function saveTable(
  page: Page,
  table: string,
  item: 'Файл CSV' | 'Таблица XLSX',
): Promise<{ name: string; bytes: Buffer }> {
  await page.getByRole('button', { name: `Скачать: ${table}`, exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: item }).click(),
  ]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** The lines of a CSV without its head. */
export function linesOf({ bytes }: { bytes: Buffer }): string[] {
  return bytes.toString('utf8').trimEnd().split('\r\n').slice(1);
}

import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, vi } from 'vitest';
import type { TableCell } from '#contract/table-columns.ts';
import * as files from '#lib/save-file.ts';
import { readCsv, readXlsx } from './read-table.ts';

const ITEMS = { xlsx: 'Таблица XLSX', csv: 'Файл CSV' } as const;

/** Chooses a format of the table's «Скачать», in whatever is on the screen. */
export async function pressSave(user: UserEvent, table: string, format: keyof typeof ITEMS): Promise<void> {
  const button = await screen.findByRole('button', { name: `Скачать: ${table}` });
  // The file before it may be just made: a busy button takes no press.
  await vi.waitFor(() => expect(button).not.toHaveAttribute('aria-busy', 'true'));
  await user.click(button);
  await user.click(screen.getByRole('menuitem', { name: ITEMS[format] }));
}

interface SavedTables {
  csv: string[][];
  xlsx: TableCell[][];
  names: string[];
}

/** The rows of the table saved in both formats, the head first, and what the files are called. */
export async function saveTable(user: UserEvent, table: string): Promise<SavedTables> {
  const saved: { blob: Blob; name: string }[] = [];
  const spy = vi.spyOn(files, 'saveFile').mockImplementation((blob, name) => void saved.push({ blob, name }));
  const save = async (format: keyof typeof ITEMS) => {
    const before = saved.length;
    await pressSave(user, table, format);
    return await vi.waitFor(() => {
      const file = saved[before];
      if (!file) throw new Error(`${format} is not saved`);
      return file;
    });
  };
  try {
    const xlsx = await save('xlsx');
    const csv = await save('csv');
    return {
      xlsx: await readXlsx(xlsx.blob),
      csv: await readCsv(csv.blob),
      names: saved.map(({ name }) => name),
    };
  } finally {
    spy.mockRestore();
  }
}

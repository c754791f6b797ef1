import { Readable } from 'node:stream';
import type { ExportFormat } from '#contract/fields.ts';
import type { CellProblem } from '#contract/imports.ts';
import type { Column } from '#contract/table-columns.ts';
import type { Db } from '#server/db/database.ts';
import { tableChunks } from '#server/exports/table-file.ts';
import { importOr404, linesInParts, rowsOf } from './repository.ts';

interface RefusedRow {
  line: number;
  cells: string[];
  problems: CellProblem[];
}

/** The refused rows as they came and why, as a file that may be mended and given back. Throws 404 before its first byte. */
export async function exportErrors(
  db: Db,
  accountId: number,
  importId: number,
  format: ExportFormat,
): Promise<{ fileName: string; file: Readable }> {
  const { headings } = await importOr404(db, accountId, importId);
  const columns: Column<RefusedRow>[] = headings.map((title, index) => ({
    title,
    width: 18,
    value: ({ cells }) => cells[index] ?? '',
  }));
  columns.push({ title: 'Ошибка', width: 60, value: (row) => problemsText(row, headings) });
  const rows = readRefused(db, accountId, importId);
  return {
    fileName: `Строки с ошибками.${format}`,
    file: Readable.from(tableChunks(format, { name: 'Ошибки', columns, rows }), { objectMode: false }),
  };
}

function problemsText({ line, problems }: RefusedRow, headings: readonly string[]): string {
  const sentences = problems.map(({ column, text }) =>
    column === null ? text : `${headings[column] ?? ''}: ${text}`,
  );
  return `Строка ${line}. ${sentences.join('; ')}`;
}

async function* readRefused(db: Db, accountId: number, importId: number): AsyncGenerator<RefusedRow> {
  for await (const lines of linesInParts(db, { accountId, importId }, 'REFUSED')) {
    yield* await rowsOf(db, { accountId, importId }, lines, 'REFUSED')
      .select(['line', 'cells', 'problems'])
      .execute();
  }
}

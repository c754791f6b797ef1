import { Readable } from 'node:stream';
import type { ExportFormat } from '#contract/fields.ts';
import type { CellProblem } from '#contract/imports.ts';
import type { Db } from '#server/db/database.ts';
import { tableChunks, type Column } from '#server/exports/table-file.ts';
import { importOr404 } from './repository.ts';

const ROWS_PER_QUERY = 500;

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
  let afterLine = 0;
  for (;;) {
    const rows = await db
      .selectFrom('import_rows')
      .select(['line', 'cells', 'problems'])
      .where('account_id', '=', accountId)
      .where('import_id', '=', importId)
      .where('state', '=', 'REFUSED')
      .where('line', '>', afterLine)
      .orderBy('line')
      .limit(ROWS_PER_QUERY)
      .execute();
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    afterLine = last.line;
  }
}

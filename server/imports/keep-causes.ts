import type { CellProblem } from '#contract/imports.ts';
import type { Database, Db } from '#server/db/database.ts';
import { readAsJson } from '#server/db/read-as-json.ts';
import { patternOf } from './cause-of.ts';
import { lockImport, rowsOf, type ImportAtWork } from './repository.ts';
import { partsOfRows } from './rows-in-parts.ts';

type OneImport = Pick<ImportAtWork, 'accountId' | 'importId'>;

/** A seller mends the most frequent first, and looks again. */
const KEPT_CAUSES = 100;

interface Cause {
  column: number | null;
  pattern: string;
  text: string;
  lines: number[];
}

/**
 * Reckons why rows are refused, where it is not known for as many as there are, and keeps it. Nothing is kept when the table is looked at
 * anew meanwhile. May be done again. Resolves with whether nobody has ended it.
 */
export async function keepCauses(
  database: Database,
  work: OneImport,
  mayGoOn: () => boolean,
): Promise<boolean> {
  const { accountId, importId } = work;
  const table = await tableOf(database.db, work);
  if (!table || table.causes_of === table.refused_count) return true;
  const causes = await findCauses(database.db, work, mayGoOn);
  if (causes === null) return false;
  await database.transaction(async (trx) => {
    await lockImport(trx, accountId, importId);
    const now = await tableOf(trx, work);
    const isSameLook =
      now !== undefined &&
      now.checked_count === table.checked_count &&
      now.refused_count >= table.refused_count &&
      JSON.stringify(now.meanings) === JSON.stringify(table.meanings);
    if (!isSameLook) return;
    await trx
      .deleteFrom('import_causes')
      .where('account_id', '=', accountId)
      .where('import_id', '=', importId)
      .execute();
    for (const { column, pattern, text, lines } of causes.slice(0, KEPT_CAUSES)) {
      const row = { account_id: accountId, import_id: importId, column, pattern, text, lines };
      await trx
        .insertInto('import_causes')
        .values({ ...row, row_count: lines.length })
        .execute();
    }
    await trx
      .updateTable('imports')
      .set({ causes_of: table.refused_count, cause_count: causes.length })
      .where('account_id', '=', accountId)
      .where('id', '=', importId)
      .execute();
  });
  return true;
}

function tableOf(db: Db, { accountId, importId }: OneImport) {
  return db
    .selectFrom('imports')
    .select(['meanings', 'checked_count', 'refused_count', 'causes_of'])
    .where('account_id', '=', accountId)
    .where('id', '=', importId)
    .executeTakeFirst();
}

/** The most frequent first; null: somebody has ended it. */
async function findCauses(db: Db, work: OneImport, mayGoOn: () => boolean): Promise<Cause[] | null> {
  const causes = new Map<string, Cause>();
  const rowsAfter = partsOfRows(
    db,
    work,
    (lines) =>
      readAsJson(
        db,
        { line: true, problems: true },
        rowsOf(db, work, lines, 'REFUSED').select(['line', 'problems']),
      ),
    'REFUSED',
  );
  for (let part = await rowsAfter(0); part !== null; part = await rowsAfter(part.lastLine)) {
    if (!mayGoOn()) return null;
    for (const { line, problems } of part.rows) for (const one of problems) addTo(causes, line, one);
  }
  return [...causes.values()].sort((one, other) => other.lines.length - one.lines.length);
}

function addTo(causes: Map<string, Cause>, line: number, problem: CellProblem): void {
  const { column, text } = problem;
  const pattern = patternOf(problem);
  const key = `${column} ${pattern}`;
  const known = causes.get(key);
  if (!known) causes.set(key, { column, pattern, text, lines: [line] });
  else {
    if (known.text !== text) known.text = pattern;
    if (known.lines.at(-1) !== line) known.lines.push(line);
  }
}

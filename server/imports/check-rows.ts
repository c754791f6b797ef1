import type { CellProblem } from '#contract/imports.ts';
import type { Database, Db, Trx } from '#server/db/database.ts';
import { readAsJson } from '#server/db/read-as-json.ts';
import { forgetClaims, writeClaims, type ClaimOfCard } from './claims.ts';
import { judgeCards, type JudgedCard } from './judge-cards.ts';
import { addCounts, countsOf, lookInParts, type Counts, type TableAtWork } from './look-in-parts.ts';
import { nameRows, type RunOfRows } from './name-rows.ts';
import { readRow } from './read-row.ts';
import { linesOf, rowsOf, type ImportAtWork } from './repository.ts';
import { partsOfRows } from './rows-in-parts.ts';
import { writeCheckedRows, type CheckedRow } from './row-writes.ts';

/**
 * Goes through the rows in the order of their lines: which card each means and what would become of it, by the rows that follow one another.
 * Rows whose card began further above wait for {@link checkCards}. Nothing is held of them but a part. Resolves with whether it is done.
 */
export function checkRows(database: Database, work: ImportAtWork, mayGoOn: () => boolean): Promise<boolean> {
  const { db } = database;
  const rowsAfter = partsOfRows(db, work, (lines) =>
    readAsJson(db, { line: true, cells: true }, rowsOf(db, work, lines).select(['line', 'cells'])),
  );
  return lookInParts(
    database,
    work,
    {
      by: 'named_line',
      readPart: async (table) => {
        const part = await rowsAfter(table.named_line);
        return part && (await checkedPart(db, work, table, part.rows));
      },
      write: (trx, runs) => writeRuns(trx, work, runs),
    },
    mayGoOn,
  );
}

/** What is written of rows that follow one another. */
interface CheckedRun {
  /** The last of them. */
  reached: number;
  rows: CheckedRow[];
  claims: ClaimOfCard[];
  counts: Counts;
}

/** The rows of a part were read as they came. */
async function checkedPart(
  db: Db,
  work: ImportAtWork,
  { headings, meanings, is_since_1904: isSince1904, named_line }: TableAtWork,
  rows: readonly { line: number; cells: string[] }[],
): Promise<CheckedRun[]> {
  const read = rows.map((row) => ({ ...row, ...readRow(row.cells, meanings, { headings, isSince1904 }) }));
  const runs = await nameRows(db, work, { meanings, named_line }, read);
  const cards = await judgeCards(db, work.accountId, meanings, runs.filter(isWholeSoFar));
  const judged = new Map(cards.map((card) => [card.line, card]));
  return runs.map((run) => checkedRun(run, judged.get(run.rows[0]?.line ?? 0)));
}

/** As far as is known: rows may follow far below. */
function isWholeSoFar({ refusal, cardLine, rows }: RunOfRows): boolean {
  return refusal === null && cardLine === rows[0]?.line;
}

function checkedRun({ key, cardId, cardLine, refusal, rows }: RunOfRows, judged?: JudgedCard): CheckedRun {
  const row = (line: number, state: CheckedRow['state'], problems: CellProblem[]): CheckedRow => ({
    line,
    state,
    key,
    cardId,
    cardLine: line === cardLine ? null : cardLine,
    wanted: line === judged?.line ? judged.wanted : null,
    problems,
  });
  const reached = rows.at(-1)?.line ?? 0;
  if (judged) {
    const checked = judged.rows.map(({ line, problems }) => row(line, judged.state, problems));
    const claims = judged.claims.map((claim) => ({ ...claim, cardLine: judged.line }));
    return { reached, rows: checked, claims, counts: countsOf(checked) };
  }
  const state = refusal === null ? 'WAITING' : 'REFUSED';
  const checked = rows.map(({ line }) => row(line, state, refusal ?? []));
  const counts = countsOf(checked);
  // Of one that is too many, the card is refused by its other rows.
  if (key !== null) counts.refusedCards = 0;
  return { reached, rows: checked, claims: [], counts };
}

async function writeRuns(trx: Trx, work: ImportAtWork, runs: readonly CheckedRun[]): Promise<Counts> {
  const rows = runs.flatMap((run) => run.rows);
  await forgetClaims(trx, work, linesOf(rows));
  await writeCheckedRows(trx, work, rows);
  await writeClaims(
    trx,
    work,
    runs.flatMap(({ claims }) => claims),
  );
  return addCounts(runs.map(({ counts }) => counts));
}

import type { ColumnMeaning } from '#contract/imports.ts';
import type { Database, Trx } from '#server/db/database.ts';
import { inBatches, type Pace } from '#server/db/in-batches.ts';
import { findCardRows } from './cards-of-rows.ts';
import { findContestedClaims, nextClaims, type ContestedClaim } from './claims.ts';
import { problemsByLine } from './judge-cards.ts';
import { columnOf } from './new-content.ts';
import type { LineProblem } from './rows-of-sizes.ts';
import { addUp, linesOf, lockImport, type ImportAtWork } from './repository.ts';
import { writeRows } from './row-writes.ts';

/**
 * Of several cards of a table that want one vendor code or one new barcode none is taken: nobody knows which is meant. May be done
 * again. Resolves with whether it is done.
 */
export async function refuseContested(
  database: Database,
  work: ImportAtWork,
  mayGoOn: () => boolean,
): Promise<boolean> {
  const pace: Pace = {};
  const next = (afterLine: number) => nextClaims(database.db, work, afterLine);
  for (let lines = await next(0); lines !== null; lines = await next(lines.last)) {
    const contested = await findContestedClaims(database.db, work, lines);
    const cardLines = [...new Set(contested.map(({ cardLine }) => cardLine))];
    const refuse = (trx: Trx, some: readonly number[]) => refuseCards(trx, work, some, contested);
    if ((await inBatches(database, cardLines, refuse, { mayGoOn, pace })) < cardLines.length) return false;
  }
  return true;
}

async function refuseCards(
  trx: Trx,
  work: ImportAtWork,
  cardLines: readonly number[],
  contested: readonly ContestedClaim[],
): Promise<void> {
  const locked = await lockImport(trx, work.accountId, work.importId);
  if (locked?.state !== 'CHECKING') return;
  const problems = new Map<number, LineProblem[]>(cardLines.map((cardLine) => [cardLine, []]));
  for (const claim of contested) problems.get(claim.cardLine)?.push(problemOf(claim, locked.meanings));
  // Those that are refused already have been told why.
  const cards = (await findCardRows(trx, work, cardLines)).filter(
    ([first]) => first?.state === 'FRESH' || first?.state === 'CHANGED',
  );
  const refused = cards.flatMap((rows) =>
    problemsByLine(
      rows.map(({ line }) => line),
      problems.get(rows[0]?.line ?? 0) ?? [],
    ),
  );
  await writeRows(
    trx,
    work,
    refused.map((row) => ({ ...row, state: 'REFUSED', wanted: null })),
    {
      ...linesOf(cardLines.map((line) => ({ line }))),
      hasOthers: cards.some((rows) => rows.length > 1),
    },
  );
  const freshCount = cards.filter(([first]) => first?.state === 'FRESH').length;
  await addUp(trx, work, {
    FRESH: -freshCount,
    CHANGED: freshCount - cards.length,
    REFUSED: refused.length,
    refusedCards: cards.length,
  });
}

function problemOf(
  { of, line, text, otherLine }: ContestedClaim,
  meanings: readonly (ColumnMeaning | null)[],
): LineProblem {
  if (of === 'code') {
    const said = 'Этот артикул — в нескольких строках, а карточка с ним может быть одна';
    return { line, column: columnOf(meanings, 'vendorCode'), text: said };
  }
  const said = `Баркод ${text} — и у другой карточки, в строке ${otherLine}`;
  return { line, column: columnOf(meanings, 'barcodes'), text: said };
}

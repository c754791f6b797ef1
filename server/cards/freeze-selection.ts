import type { CardSelection, FrozenSelection } from '#contract/card-operations.ts';
import type { Db } from '#server/db/database.ts';
import { selectionChanged } from '#server/errors/http-error.ts';
import { insertFrozen, KEEP_MINUTES } from './frozen-selections.ts';
import { findExisting, findFrozen, resolveSelection } from './selection.ts';

const MINUTE_MS = 60_000;

interface Choice {
  selection: CardSelection;
  withoutArchived?: boolean | undefined;
}

/** Keeps the chosen cards for an hour. Throws as {@link resolveSelection} does, but takes what is left of a frozen selection. */
export async function freezeSelection(
  db: Db,
  chooser: { accountId: number; userId: number },
  choice: Choice,
): Promise<FrozenSelection> {
  const cardIds = await findChosen(db, chooser.accountId, choice);
  const id = await insertFrozen(db, chooser, cardIds);
  return {
    id,
    count: cardIds.length,
    expiresAt: new Date(Date.now() + KEEP_MINUTES * MINUTE_MS).toISOString(),
  };
}

async function findChosen(
  db: Db,
  accountId: number,
  { selection, withoutArchived = false }: Choice,
): Promise<number[]> {
  const chosen =
    'id' in selection
      ? await findLeft(db, accountId, selection)
      : await resolveSelection(db, accountId, selection);
  return withoutArchived ? await findExisting(db, accountId, chosen, { withoutArchived }) : chosen;
}

async function findLeft(
  db: Db,
  accountId: number,
  { id, except, expectedCount }: Extract<CardSelection, { id: string }>,
): Promise<number[]> {
  const leftOut = new Set(except);
  const left = (await findFrozen(db, accountId, id)).here.filter((cardId) => !leftOut.has(cardId));
  if (expectedCount !== undefined && left.length !== expectedCount) {
    throw selectionChanged(expectedCount, left.length);
  }
  return left;
}

import { sql } from 'kysely';
import type { CardImport, ColumnMeaning } from '#contract/imports.ts';
import type { Author } from '#server/cards/card-writes.ts';
import { badRequest, conflict, notFound, selectionChanged } from '#server/errors/http-error.ts';
import type { Trx } from '#server/db/database.ts';
import {
  byHeading,
  digestInAnyOrder,
  digestOf,
  usableMeanings,
  type Meanings,
} from '#server/table-files/column-names.ts';
import { goOnForAWhile, type ImportDeps } from './go-on.ts';
import { importOr404, lockImport, NOT_LOOKED_AT } from './repository.ts';

/** Names the columns and looks at every row. Not to be called in a transaction. */
export async function checkImport(
  deps: ImportDeps,
  author: Author,
  importId: number,
  named: readonly (ColumnMeaning | null)[],
): Promise<CardImport> {
  const { accountId } = author;
  await deps.database.transaction(async (trx) => {
    const locked = await lockImport(trx, accountId, importId);
    if (!locked) throw notFound();
    if (locked.state === 'READING') throw conflict('Файл ещё читается');
    if (locked.state !== 'COLUMNS' && locked.state !== 'READY' && locked.state !== 'CHECKING') {
      throw conflict('Карточки уже создаются: загрузите файл ещё раз, чтобы изменить столбцы');
    }
    const meanings = usableMeanings(named, locked.headings.length);
    if (!['cardId', 'vendorCode', 'nmId', 'barcodes'].some((key) => meanings.some((one) => one === key))) {
      throw badRequest('Укажите, в каком столбце артикул или баркод');
    }
    const { headings, is_heading_chosen: isChosen } = locked;
    const inAnyOrder = byHeading(headings).map((column) => meanings[column] ?? null);
    await remember(trx, accountId, { digest: digestOf(headings), meanings, isChosen });
    await remember(trx, accountId, { digest: digestInAnyOrder(headings), meanings: inAnyOrder, isChosen });
    await trx
      .updateTable('imports')
      .set({
        ...NOT_LOOKED_AT,
        state: 'CHECKING',
        meanings: JSON.stringify(meanings),
        user_id: author.userId,
        worked_at: sql<Date>`now()`,
      })
      .where('account_id', '=', accountId)
      .where('id', '=', importId)
      .execute();
  });
  return await goOnForAWhile(deps, author, importId);
}

async function remember(
  trx: Trx,
  accountId: number,
  { digest, meanings, isChosen }: { digest: string; meanings: Meanings; isChosen: boolean },
): Promise<void> {
  const said = { meanings: JSON.stringify(meanings), ...(isChosen && { chosen_at: sql<Date>`now()` }) };
  await trx
    .insertInto('import_columns')
    .values({ account_id: accountId, headings_digest: digest, ...said })
    .onConflict((known) => known.columns(['account_id', 'headings_digest']).doUpdateSet(said))
    .execute();
}

/** Makes drafts of as many new cards as were seen; one that was stopped goes on. Not to be called in a transaction. */
export async function createImportedCards(
  deps: ImportDeps,
  author: Author,
  importId: number,
  expectedCount: number,
): Promise<CardImport> {
  const { accountId } = author;
  await deps.database.transaction(async (trx) => {
    const locked = await lockImport(trx, accountId, importId);
    if (!locked) throw notFound();
    // The same request again, whose answer was lost.
    if (locked.state === 'CREATING' || locked.state === 'CREATED') return;
    if (locked.state !== 'READY' && locked.state !== 'STOPPED') throw conflict('Сначала проверьте таблицу');
    if (locked.fresh_count !== expectedCount) throw selectionChanged(expectedCount, locked.fresh_count);
    await trx
      .updateTable('imports')
      .set({ state: 'CREATING', user_id: author.userId, worked_at: sql<Date>`now()` })
      .where('account_id', '=', accountId)
      .where('id', '=', importId)
      .execute();
  });
  return await goOnForAWhile(deps, author, importId);
}

/** What is created stays. */
export async function stopImport(
  { database }: ImportDeps,
  { accountId }: Author,
  importId: number,
): Promise<CardImport> {
  await database.db
    .updateTable('imports')
    .set({ state: 'STOPPED' })
    .where('account_id', '=', accountId)
    .where('id', '=', importId)
    .where('state', '=', 'CREATING')
    .execute();
  return await importOr404(database.db, accountId, importId);
}

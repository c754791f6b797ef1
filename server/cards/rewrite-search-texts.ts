import { noData, type JobDefinition } from '#server/jobs/job.ts';
import { refreshListedFacts, SEARCH_TEXT_VERSION } from './card-summary.ts';
import { LONGEST_WALK_S, walkCards } from './walk-cards.ts';

/** A new rule of what cards are found by reaches those that nobody changes. Until then they are found as before. */
export const rewriteSearchTextsJob: JobDefinition = {
  name: 'cards-search-texts',
  schema: noData,
  options: { cron: '* * * * *', expireInSeconds: LONGEST_WALK_S },
  handler: async (_data, { database }, { signal }) => {
    const mayGoOn = () => !signal.aborted;
    const accounts = await database.db
      .selectFrom('accounts')
      .leftJoin('card_search_rules as rule', 'rule.account_id', 'accounts.id')
      .select('accounts.id')
      .where((eb) => eb.or([eb('rule.version', 'is', null), eb('rule.version', '<', SEARCH_TEXT_VERSION)]))
      .orderBy('accounts.id')
      .execute();
    for (const { id } of accounts) {
      await walkCards(
        database,
        { accountId: id },
        (trx, cardIds) => refreshListedFacts(trx, id, cardIds),
        mayGoOn,
      );
      // Who was interrupted begins again: a text that is right already is not written.
      if (!mayGoOn()) return;
      await database.db
        .insertInto('card_search_rules')
        .values({ account_id: id, version: SEARCH_TEXT_VERSION })
        .onConflict((known) => known.column('account_id').doUpdateSet({ version: SEARCH_TEXT_VERSION }))
        .execute();
    }
  },
};

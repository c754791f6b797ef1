-- Whose words they are: without it the words of one account, and a word that everybody's cards have, were looked for among the
-- cards of all accounts.
CREATE INDEX card_search_account ON card_search (account_id, card_id);

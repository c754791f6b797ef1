-- Whoever sums what a shop's goods have sold asks each for its card: of twenty thousand from the index alone, an eighth of the time.
DROP INDEX shop_cards_nm;
CREATE UNIQUE INDEX shop_cards_nm ON shop_cards (shop_id, nm_id) INCLUDE (account_id, card_id) WHERE nm_id IS NOT NULL;

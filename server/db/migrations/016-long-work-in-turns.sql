-- An operation on a hundred thousand cards is asked how far it is, and taken back, without counting them: how many it is to
-- move and how many had their turn are numbers, and its list stays as long as it can be taken back.
ALTER TABLE card_operations
  ADD COLUMN done_at timestamptz,
  ADD COLUMN card_total integer NOT NULL DEFAULT 0,
  ADD COLUMN turn_count integer NOT NULL DEFAULT 0,
  -- Compressing a list of numbers costs more than it saves.
  ALTER COLUMN card_ids SET STORAGE EXTERNAL;
UPDATE card_operations SET done_at = worked_at, card_ids = ARRAY(
    SELECT cards.id FROM cards
    WHERE cards.account_id = card_operations.account_id AND cards.moved_by_operation = card_operations.id ORDER BY cards.id)
  WHERE card_ids IS NULL;
UPDATE card_operations SET card_total = cardinality(card_ids),
  turn_count = (SELECT count(*) FROM unnest(card_ids) AS id WHERE id <= moved_up_to OR done_at IS NOT NULL);
ALTER TABLE card_operations ALTER COLUMN card_ids SET NOT NULL;
DROP INDEX card_operations_unfinished;
CREATE INDEX card_operations_unfinished ON card_operations (worked_at) WHERE done_at IS NULL;

-- Reading the sizes of a shop goes on from the last card instead of counting from the first.
DROP INDEX shop_cards_account_shop;
CREATE INDEX shop_cards_account_shop ON shop_cards (account_id, shop_id, id);

-- Whoever fills the list of a search index's news pays for putting all of it in order: a short list is a short wait, and every
-- search reads it.
ALTER INDEX cards_search SET (gin_pending_list_limit = 64);
ALTER INDEX cards_skus SET (gin_pending_list_limit = 64);
ALTER INDEX cards_nm_ids SET (gin_pending_list_limit = 64);

DROP INDEX cards_moved_by_operation;
CREATE INDEX cards_moved_by_operation ON cards (moved_by_operation, id) WHERE moved_by_operation IS NOT NULL;

-- How many cards of a shop the marketplace has is counted before each sending, from the index alone.
DROP INDEX shop_cards_nm;
CREATE UNIQUE INDEX shop_cards_nm ON shop_cards (shop_id, nm_id) INCLUDE (account_id) WHERE nm_id IS NOT NULL;

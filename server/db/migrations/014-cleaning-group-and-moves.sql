-- One group per account sets stocks to zero; two requests at once could make two. The oldest stays one, the others become
-- groups of amounts, less the warehouses that such a group has already: a warehouse stands in one of them.
UPDATE warehouse_groups SET kind = 'USER', version = version + 1, updated_at = now()
  WHERE kind = 'CLEANING' AND EXISTS (
    SELECT FROM warehouse_groups older
    WHERE older.account_id = warehouse_groups.account_id AND older.kind = 'CLEANING' AND older.id < warehouse_groups.id);
DELETE FROM warehouse_group_warehouses member
  USING warehouse_groups own
  WHERE own.id = member.group_id AND own.kind = 'USER' AND EXISTS (
    SELECT FROM warehouse_group_warehouses other
    JOIN warehouse_groups older ON older.id = other.group_id
    WHERE older.account_id = own.account_id AND older.kind = 'USER' AND older.id < own.id
      AND other.warehouse_id = member.warehouse_id);
CREATE UNIQUE INDEX warehouse_groups_cleaning ON warehouse_groups (account_id) WHERE kind = 'CLEANING';

-- Cards are moved a thousand at a time, so that nobody waits for a hundred thousand. What an operation is to move is kept
-- until it is done: whoever goes on with one that was interrupted moves neither more nor less.
ALTER TABLE card_operations
  -- Ascending; null: done.
  ADD COLUMN card_ids bigint[],
  -- Cards up to this one had their turn.
  ADD COLUMN moved_up_to bigint NOT NULL DEFAULT 0,
  -- Takes this one back: moves only what it has moved last.
  ADD COLUMN takes_back bigint,
  -- Of the request, so that the same one again goes on instead of beginning anew.
  ADD COLUMN idempotency_key text,
  ADD COLUMN worked_at timestamptz NOT NULL DEFAULT now();
CREATE UNIQUE INDEX card_operations_key ON card_operations (user_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX card_operations_unfinished ON card_operations (worked_at) WHERE card_ids IS NOT NULL;

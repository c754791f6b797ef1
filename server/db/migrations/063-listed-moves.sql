-- Moves of many cards are kept for 30 days and listed, the last first, each with the one that takes it back.
CREATE INDEX card_operations_listed ON card_operations (account_id, created_at, id) WHERE takes_back IS NULL;
CREATE INDEX card_operations_takes_back ON card_operations (takes_back) WHERE takes_back IS NOT NULL;

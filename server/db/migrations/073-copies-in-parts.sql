-- Copies of many cards are made in parts, which say whose they are: what is asked for again, or gone on with, is made once.
ALTER TABLE card_copyings ADD COLUMN key text;
-- The cards that were copied, each in the place of its copy. None of a copying without a key.
ALTER TABLE card_copyings ADD COLUMN source_ids bigint[] NOT NULL DEFAULT '{}';
CREATE UNIQUE INDEX card_copyings_key ON card_copyings (account_id, key) WHERE key IS NOT NULL;

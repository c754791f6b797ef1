-- A table with a row for each size (decision 067): rows that name one card are one card.
ALTER TABLE import_rows
  -- The line of the first row of its card; null for that row, and for a row whose card has no other.
  ADD COLUMN card_line integer;
-- By what a row names its card, and by what its card begins with.
CREATE INDEX import_rows_key ON import_rows (import_id, key, line) WHERE key IS NOT NULL;
CREATE INDEX import_rows_card ON import_rows (import_id, card_line, line) WHERE card_line IS NOT NULL;

ALTER TABLE imports
  -- Rows are gone through twice: what each names, then what would become of the cards.
  ADD COLUMN named_line integer NOT NULL DEFAULT 0,
  ADD COLUMN named_count integer NOT NULL DEFAULT 0,
  -- Cards; refused_count counts their rows.
  ADD COLUMN refused_card_count integer NOT NULL DEFAULT 0;
UPDATE imports SET refused_card_count = refused_count, named_count = checked_count;
-- Looked at again from the first row.
UPDATE imports SET checked_line = 0, checked_count = 0, named_count = 0, fresh_count = 0, changed_count = 0, same_count = 0,
  refused_count = 0, refused_card_count = 0
  WHERE state = 'CHECKING';

-- What only one card may have, a vendor code or a new barcode, and the row that says it.
CREATE TABLE import_claims (
  import_id bigint NOT NULL REFERENCES imports ON DELETE CASCADE,
  card_line integer NOT NULL,
  claim text NOT NULL,
  account_id bigint NOT NULL REFERENCES accounts,
  line integer NOT NULL,
  PRIMARY KEY (import_id, card_line, claim)
);
CREATE INDEX import_claims_claim ON import_claims (import_id, claim, card_line);

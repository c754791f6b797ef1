-- What each card of a bulk edit by a table is to have: every other kind of change wants one and the same of all (decision 016).
CREATE TABLE bulk_edit_values (
  edit_id bigint NOT NULL REFERENCES bulk_edits ON DELETE CASCADE,
  -- No reference, as of the rows.
  card_id bigint NOT NULL,
  account_id bigint NOT NULL REFERENCES accounts,
  wanted jsonb NOT NULL,
  PRIMARY KEY (edit_id, card_id)
);

-- A bulk edit has a row for each of its cards, a hundred thousand at once, and each reference of a row is looked up for itself. One in
-- place of two says more: the row is of the account whose edit it is.
ALTER TABLE bulk_edits ADD CONSTRAINT bulk_edits_of_account UNIQUE (account_id, id);

ALTER TABLE bulk_edit_rows
  DROP CONSTRAINT bulk_edit_rows_account_id_fkey,
  DROP CONSTRAINT bulk_edit_rows_edit_id_fkey,
  ADD CONSTRAINT bulk_edit_rows_edit FOREIGN KEY (account_id, edit_id)
    REFERENCES bulk_edits (account_id, id) ON DELETE CASCADE;

ALTER TABLE bulk_edit_values
  DROP CONSTRAINT bulk_edit_values_account_id_fkey,
  DROP CONSTRAINT bulk_edit_values_edit_id_fkey,
  ADD CONSTRAINT bulk_edit_values_edit FOREIGN KEY (account_id, edit_id)
    REFERENCES bulk_edits (account_id, id) ON DELETE CASCADE;

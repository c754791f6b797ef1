-- Rows that were taken out of an edit, or put back, with one call: whoever takes that back means those and no others.
ALTER TABLE bulk_edits ADD COLUMN last_lot integer NOT NULL DEFAULT 0;
ALTER TABLE bulk_edit_rows ADD COLUMN lot integer;

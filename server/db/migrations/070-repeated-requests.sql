-- Which process runs the request, so that the key of one that has died is free at once. Null: taken by a build of before.
ALTER TABLE idempotency_keys ADD COLUMN holder integer;

-- Whose request has made the last lot of an edit's rows: asked for again, it goes on with that lot.
ALTER TABLE bulk_edits ADD COLUMN lot_key text;

-- Why a row that was to go back has not: its shop's token was gone. It has its turn again with the next rollback. Null: it is not so.
ALTER TABLE bulk_edit_rows ADD COLUMN held_up text;

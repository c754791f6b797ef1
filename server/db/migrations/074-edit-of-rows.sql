-- The edit of its rows is looked up once for each statement that adds some: for each row it was a third of what adding them took. It is
-- locked as by a reference, so it cannot be forgotten before they are there; and whoever forgets it finds all that are.
ALTER TABLE bulk_edit_rows DROP CONSTRAINT bulk_edit_rows_edit;
ALTER TABLE bulk_edit_values DROP CONSTRAINT bulk_edit_values_edit;

CREATE FUNCTION rows_have_their_edit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  named record;
BEGIN
  FOR named IN SELECT DISTINCT account_id, edit_id FROM added LOOP
    PERFORM FROM bulk_edits WHERE account_id = named.account_id AND id = named.edit_id FOR KEY SHARE;
    IF NOT FOUND THEN
      RAISE foreign_key_violation USING MESSAGE = format('%s_edit: account %s has no edit %s', TG_TABLE_NAME, named.account_id, named.edit_id),
        CONSTRAINT = TG_TABLE_NAME || '_edit', TABLE = TG_TABLE_NAME;
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER bulk_edit_rows_edit AFTER INSERT ON bulk_edit_rows
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION rows_have_their_edit();
CREATE TRIGGER bulk_edit_values_edit AFTER INSERT ON bulk_edit_values
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION rows_have_their_edit();

CREATE FUNCTION forget_rows_of_edit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM bulk_edit_rows WHERE account_id = OLD.account_id AND edit_id = OLD.id;
  DELETE FROM bulk_edit_values WHERE account_id = OLD.account_id AND edit_id = OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER bulk_edits_forget_rows AFTER DELETE ON bulk_edits FOR EACH ROW EXECUTE FUNCTION forget_rows_of_edit();

-- By which tags the list is asked for: few cards have any, and a row for each is counted and found by one index. The tags
-- themselves stay in the card.
CREATE TABLE card_tags (
  account_id bigint NOT NULL,
  tag text NOT NULL,
  card_id bigint NOT NULL REFERENCES cards ON DELETE CASCADE,
  PRIMARY KEY (account_id, tag, card_id)
);
CREATE INDEX card_tags_of_card ON card_tags (card_id);
INSERT INTO card_tags
  SELECT DISTINCT cards.account_id, given.tag, cards.id
  FROM cards CROSS JOIN jsonb_array_elements_text(cards.tags) AS given (tag) WHERE given.tag <> '';

CREATE FUNCTION keep_card_tags() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN DELETE FROM card_tags WHERE card_id = NEW.id; END IF;
  INSERT INTO card_tags
    SELECT DISTINCT NEW.account_id, given.tag, NEW.id
    FROM jsonb_array_elements_text(NEW.tags) AS given (tag) WHERE given.tag <> '';
  RETURN NULL;
END $$;
CREATE TRIGGER cards_tagged AFTER INSERT ON cards FOR EACH ROW WHEN (NEW.tags <> '[]') EXECUTE FUNCTION keep_card_tags();
CREATE TRIGGER cards_tagged_anew AFTER UPDATE ON cards FOR EACH ROW
  WHEN (OLD.tags IS DISTINCT FROM NEW.tags) EXECUTE FUNCTION keep_card_tags();

-- What cards are sorted by: the name stands in another table, where no index of cards reaches it. Given with the column's new
-- type, and not by an update: the rows are written anew once, without the triggers of a change.
ALTER TABLE cards ADD COLUMN subject_sort_name text;
-- PL/pgSQL keeps its plan; a function of plain SQL would be planned for each card.
CREATE FUNCTION subject_name_of(subject bigint) RETURNS text STABLE LANGUAGE plpgsql AS $$
BEGIN
  RETURN coalesce((SELECT name FROM subjects WHERE id = subject), '');
END $$;
ALTER TABLE cards ALTER COLUMN subject_sort_name TYPE text USING subject_name_of(subject_id);
ALTER TABLE cards ALTER COLUMN subject_sort_name SET DEFAULT '', ALTER COLUMN subject_sort_name SET NOT NULL;
CREATE INDEX cards_subject_name ON cards (account_id, subject_sort_name, brand, id) INCLUDE (state);

CREATE FUNCTION name_subject_of_card() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.subject_sort_name := subject_name_of(NEW.subject_id);
  RETURN NEW;
END $$;
CREATE TRIGGER cards_subject_named BEFORE INSERT ON cards FOR EACH ROW EXECUTE FUNCTION name_subject_of_card();
CREATE TRIGGER cards_subject_named_anew BEFORE UPDATE OF subject_id ON cards FOR EACH ROW
  WHEN (OLD.subject_id IS DISTINCT FROM NEW.subject_id) EXECUTE FUNCTION name_subject_of_card();

CREATE FUNCTION rename_subject_of_cards() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE cards SET subject_sort_name = NEW.name WHERE subject_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER subjects_renamed AFTER UPDATE OF name ON subjects FOR EACH ROW
  WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION rename_subject_of_cards();

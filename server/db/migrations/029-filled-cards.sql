-- How much of a card is filled, in whole per cent: contract/card-completeness.ts is the same, and a test compares them.
-- PL/pgSQL keeps its plans; a function of plain SQL would be planned for each card.
CREATE FUNCTION card_filled_percent(vendor_code text, title text, subject bigint, brand text, description text,
  dimensions jsonb, characteristics jsonb, photos jsonb) RETURNS smallint STABLE LANGUAGE plpgsql AS $$
DECLARE
  required bigint;
  others bigint;
  required_filled bigint;
  others_filled bigint;
  scale bigint;
BEGIN
  SELECT count(*) FILTER (WHERE asked.is_required), count(*) FILTER (WHERE NOT asked.is_required),
      count(*) FILTER (WHERE asked.is_required AND filled.id IS NOT NULL),
      count(*) FILTER (WHERE NOT asked.is_required AND filled.id IS NOT NULL)
    INTO required, others, required_filled, others_filled
    FROM subject_characteristics asked LEFT JOIN (
      SELECT DISTINCT (one ->> 'id')::bigint AS id
      FROM jsonb_array_elements(characteristics) AS one, jsonb_array_elements_text(one -> 'values') AS said (text)
      WHERE said.text ~ '\S') filled ON filled.id = asked.id
    WHERE asked.subject_id = subject;
  scale := greatest(required, 1) * greatest(others, 1);
  RETURN 100 * (
      -- 1 200 is a multiple of all that is enough: 300 characters, 3 photos, 4 measures.
      scale * (1200 * ((title ~ '\S')::int * 15 + (vendor_code ~ '\S')::int * 5 + (subject <> 0)::int * 5 + (brand ~ '\S')::int * 2)
        + 400 * 20 * least(jsonb_array_length(photos), 3)
        + 4 * 10 * least(char_length(btrim(description, E' \n\t\r')), 300)
        + 300 * 8 * (((dimensions ->> 'lengthCm')::numeric > 0)::int + ((dimensions ->> 'widthCm')::numeric > 0)::int
          + ((dimensions ->> 'heightCm')::numeric > 0)::int + ((dimensions ->> 'weightKg')::numeric > 0)::int))
      + 1200 * 25 * required_filled * greatest(others, 1) + 1200 * 10 * others_filled * greatest(required, 1))
    / (1200 * scale * (65 + CASE WHEN required > 0 THEN 25 ELSE 0 END + CASE WHEN others > 0 THEN 10 ELSE 0 END));
END $$;

-- As migration 028: the rows are written anew once, without the triggers of a change.
ALTER TABLE cards ADD COLUMN filled_percent smallint;
ALTER TABLE cards ALTER COLUMN filled_percent TYPE smallint
  USING card_filled_percent(vendor_code, title, subject_id, brand, description, dimensions, characteristics, photos);
ALTER TABLE cards ALTER COLUMN filled_percent SET DEFAULT 0, ALTER COLUMN filled_percent SET NOT NULL;
CREATE INDEX cards_filled ON cards (account_id, filled_percent, id) INCLUDE (state);

CREATE FUNCTION fill_card_percent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.filled_percent := card_filled_percent(NEW.vendor_code, NEW.title, NEW.subject_id, NEW.brand, NEW.description,
    NEW.dimensions, NEW.characteristics, NEW.photos);
  RETURN NEW;
END $$;
CREATE TRIGGER cards_filled_first BEFORE INSERT ON cards FOR EACH ROW EXECUTE FUNCTION fill_card_percent();
CREATE TRIGGER cards_filled_anew
  BEFORE UPDATE OF vendor_code, title, subject_id, brand, description, dimensions, characteristics, photos ON cards FOR EACH ROW
  WHEN ((OLD.vendor_code, OLD.title, OLD.subject_id, OLD.brand, OLD.description, OLD.dimensions, OLD.characteristics, OLD.photos)
    IS DISTINCT FROM
    (NEW.vendor_code, NEW.title, NEW.subject_id, NEW.brand, NEW.description, NEW.dimensions, NEW.characteristics, NEW.photos))
  EXECUTE FUNCTION fill_card_percent();

-- What a subject asks for, by a number that grows with each change, and by which its cards were reckoned: a job does it anew.
ALTER TABLE subjects ADD COLUMN asked_version integer NOT NULL DEFAULT 0, ADD COLUMN reckoned_version integer NOT NULL DEFAULT 0;
CREATE FUNCTION subject_asks_anew() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE subjects SET asked_version = asked_version + 1 WHERE id = coalesce(NEW.subject_id, OLD.subject_id);
  RETURN NULL;
END $$;
CREATE TRIGGER characteristics_come_and_go AFTER INSERT OR DELETE ON subject_characteristics FOR EACH ROW
  EXECUTE FUNCTION subject_asks_anew();
CREATE TRIGGER characteristics_required AFTER UPDATE OF is_required ON subject_characteristics FOR EACH ROW
  WHEN (OLD.is_required <> NEW.is_required) EXECUTE FUNCTION subject_asks_anew();

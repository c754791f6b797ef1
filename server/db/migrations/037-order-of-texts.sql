-- Cards are ordered by their texts as code points compare, whatever language the database was made for: a device that orders them
-- itself has to come to the same (decision 030). Said of the columns, so that every query and index of theirs follows; the indexes
-- are built anew, the rows stay. A trigger that names a column is in the way of it and made again as it was.
DROP TRIGGER cards_filled_anew ON cards;
ALTER TABLE cards
  ALTER COLUMN title TYPE text COLLATE "C",
  ALTER COLUMN brand TYPE text COLLATE "C",
  ALTER COLUMN subject_sort_name TYPE text COLLATE "C";
CREATE TRIGGER cards_filled_anew
  BEFORE UPDATE OF vendor_code, title, subject_id, brand, description, dimensions, characteristics, photos ON cards FOR EACH ROW
  WHEN ((OLD.vendor_code, OLD.title, OLD.subject_id, OLD.brand, OLD.description, OLD.dimensions, OLD.characteristics, OLD.photos)
    IS DISTINCT FROM
    (NEW.vendor_code, NEW.title, NEW.subject_id, NEW.brand, NEW.description, NEW.dimensions, NEW.characteristics, NEW.photos))
  EXECUTE FUNCTION fill_card_percent();

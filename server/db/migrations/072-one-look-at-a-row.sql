-- Rows are looked at as they are gone through, and only cards whose rows are apart once more (decision 067). What was under way is looked at
-- again from the first row: it knows of rows what they name, and of their cards nothing.
UPDATE imports SET named_line = 0, checked_line = 0, checked_count = 0, fresh_count = 0, changed_count = 0,
  same_count = 0, refused_count = 0, refused_card_count = 0
  WHERE state = 'CHECKING';
-- What is checked is counted as rows are gone through.
ALTER TABLE imports DROP COLUMN named_count;

-- The marketplace's template has lines under the names of the columns that explain how to fill them in. Which lines of the file they are.
ALTER TABLE imports ADD COLUMN hint_lines jsonb NOT NULL DEFAULT '[]';

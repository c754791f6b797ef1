-- A person may say which of the first lines of a table names its columns: they are kept as they came, also those that are no rows.
CREATE TABLE import_first_lines (
  import_id bigint NOT NULL REFERENCES imports ON DELETE CASCADE,
  line integer NOT NULL,
  account_id bigint NOT NULL REFERENCES accounts,
  cells jsonb NOT NULL,
  PRIMARY KEY (import_id, line)
);
ALTER TABLE imports ADD COLUMN is_heading_chosen boolean NOT NULL DEFAULT false;
-- When a person said that the names of the columns are these and not another line; null: nobody had to.
ALTER TABLE import_columns ADD COLUMN chosen_at timestamptz;

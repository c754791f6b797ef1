-- Lists of values that the marketplace keeps (colours, countries …): nobody's data, read whole and replaced whole.
CREATE TABLE directories (
  name text PRIMARY KEY,
  directory_values jsonb NOT NULL,
  read_at timestamptz NOT NULL DEFAULT now()
);

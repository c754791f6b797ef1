-- The marketplace of the demonstration where several processes share this database: which of them serves it (each that
-- takes it over begins a new term), where it is found, and what it remembers.
CREATE TABLE simulator (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  term    integer NOT NULL,
  address text,
  state   text
);

-- What the marketplace says it keeps of a sale, by subject: read with a shop's token and for its seller's country, so a shop's own
-- (decision 056). Read whole and replaced whole.
CREATE TABLE commission_tariffs (
  shop_id bigint PRIMARY KEY REFERENCES shops ON DELETE CASCADE,
  account_id bigint NOT NULL REFERENCES accounts,
  -- {subject: hundredths of a per cent}
  by_subject jsonb NOT NULL,
  read_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX commission_tariffs_account ON commission_tariffs (account_id);

-- Answers of the marketplace that do not fit (decision 046).

-- A card that could not be read (kind cards) is asked for again a day after it was looked at.
ALTER TABLE unread_rows ADD COLUMN looked_at timestamptz NOT NULL DEFAULT now();

-- Operations whose answers are not as documented, until one is again.
CREATE TABLE response_misfits (
  shop_id bigint NOT NULL REFERENCES shops ON DELETE CASCADE,
  -- «POST /api/v3/stocks/{id}»
  operation text NOT NULL,
  account_id bigint NOT NULL REFERENCES accounts,
  -- The field that did not fit last, never its value; empty: the body as a whole.
  path text NOT NULL,
  misfit_count int NOT NULL DEFAULT 1,
  first_seen_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (shop_id, operation)
);
CREATE INDEX response_misfits_account ON response_misfits (account_id, shop_id);

-- What was asked last of the profit's cards, so that a process that has just begun can have it ready. No look waits for it.
CREATE TABLE profit_looks (
  account_id bigint PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  shop_ids bigint[] NOT NULL,
  from_day date NOT NULL,
  to_day date NOT NULL,
  basis text NOT NULL,
  asked_at timestamptz NOT NULL DEFAULT now()
);

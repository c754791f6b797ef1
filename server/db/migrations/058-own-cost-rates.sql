-- «Прочие расходы» that are a share of revenue (decision 058).
CREATE TABLE own_cost_rates (
  -- Of the numbers of own costs: an older client shows the parts of a figure as costs, and tells them apart by number.
  id bigint PRIMARY KEY DEFAULT nextval('own_costs_id_seq'),
  account_id bigint NOT NULL REFERENCES accounts,
  kind text NOT NULL,
  name text NOT NULL,
  -- Hundredths of a percent of the day's revenue.
  rate_hundredths int NOT NULL CHECK (rate_hundredths BETWEEN 1 AND 10000),
  -- Days in Europe/Moscow, both ends counted. Without an end: until it is said.
  from_day date NOT NULL,
  to_day date,
  -- null: of every shop. A shop that goes takes its rates along, as it takes its sales.
  shop_id bigint REFERENCES shops ON DELETE CASCADE,
  is_tax_deductible boolean NOT NULL,
  version int NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (to_day IS NULL OR from_day <= to_day)
);
CREATE INDEX own_cost_rates_account ON own_cost_rates (account_id, from_day);
CREATE INDEX own_cost_rates_shop ON own_cost_rates (shop_id) WHERE shop_id IS NOT NULL;

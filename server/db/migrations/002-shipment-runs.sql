-- The work of a shipment in one shop goes on step by step. Only the job that holds the current ticket takes the next
-- step: a job that is run twice finds that its ticket is old.
CREATE TABLE shipment_runs (
  shipment_id bigint NOT NULL REFERENCES shipments ON DELETE CASCADE,
  shop_id bigint NOT NULL REFERENCES shops ON DELETE CASCADE,
  account_id bigint NOT NULL REFERENCES accounts,
  ticket integer NOT NULL DEFAULT 1,
  is_active boolean NOT NULL DEFAULT true,
  -- Nothing can be done before: the marketplace's limit is spent.
  waiting_until timestamptz,
  -- Steps in a row that met no answer.
  failures integer NOT NULL DEFAULT 0,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (shipment_id, shop_id)
);
CREATE INDEX shipment_runs_active ON shipment_runs (updated_at) WHERE is_active;

-- Prices are set in two uploads: price and discount, then the club's discount.
ALTER TABLE shipment_items
  ADD COLUMN price_part text NOT NULL DEFAULT 'PRICE' CHECK (price_part IN ('PRICE', 'CLUB')),
  -- Since when the item is in its stage: what waits too long is an error.
  ADD COLUMN stage_started_at timestamptz NOT NULL DEFAULT now();

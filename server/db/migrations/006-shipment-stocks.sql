-- A shipment may also set one amount for every size of its cards in the warehouses of a group, once the cards are there.
ALTER TABLE shipments
  ADD COLUMN stock_group_id bigint REFERENCES warehouse_groups ON DELETE SET NULL,
  ADD COLUMN stock_amount integer CHECK (stock_amount BETWEEN 0 AND 100000),
  -- Looks of the tending job; a fresh card takes no stocks for up to half an hour.
  ADD COLUMN stock_tries integer NOT NULL DEFAULT 0,
  ADD COLUMN stocks_done_at timestamptz;
CREATE INDEX shipments_stocks_open ON shipments (id) WHERE stock_amount IS NOT NULL AND stocks_done_at IS NULL;

ALTER TABLE shipment_items
  ADD COLUMN stock_sent_at timestamptz,
  -- Who takes an item's stocks in hand writes it first, so that two do not.
  ADD COLUMN stock_tried_at timestamptz;

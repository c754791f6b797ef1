-- «Карантин цен» of each shop, as it was last read. When that was, and why not, stands in sync_cursors.
CREATE TABLE held_prices (
  shop_id bigint NOT NULL REFERENCES shops ON DELETE CASCADE,
  nm_id bigint NOT NULL,
  account_id bigint NOT NULL REFERENCES accounts,
  price_kopecks bigint NOT NULL,
  discount int NOT NULL,
  present_price_kopecks bigint NOT NULL,
  present_discount int NOT NULL,
  held_since timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (shop_id, nm_id)
);
CREATE INDEX held_prices_newest ON held_prices (account_id, held_since DESC, shop_id, nm_id);

-- A shop may have a price and a discount of its own; null: the card's.
ALTER TABLE shop_cards
  ADD COLUMN own_price_kopecks bigint CHECK (own_price_kopecks > 0),
  ADD COLUMN own_discount integer CHECK (own_discount BETWEEN 0 AND 99);

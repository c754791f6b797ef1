-- The list is sorted by the number of shops. An index of an expression: no row is written anew for it.
CREATE INDEX cards_shop_count ON cards (account_id, cardinality(shop_ids), id) INCLUDE (state);

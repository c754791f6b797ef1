-- What a check of many cards looks up: each by an index, so that one look is short however big the account is.
CREATE INDEX shop_cards_vendor_code ON shop_cards (shop_id, vendor_code);
-- «All that match», in parts and in order of id.
CREATE INDEX cards_by_id ON cards (account_id, id) INCLUDE (state);
-- Barcodes are looked up one by one; a list of entries not yet sorted in would be read through for each of them.
ALTER INDEX cards_skus SET (fastupdate = off);
SELECT gin_clean_pending_list('cards_skus');

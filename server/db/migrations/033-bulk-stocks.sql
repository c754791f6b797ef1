-- Stocks are the marketplace's: before the call a row says which of its amounts are being written (warehouse:size), so that after
-- a death in the middle it is known whose the amount is that stands there (decision 027).
ALTER TABLE bulk_edit_rows ADD COLUMN sending text[];
CREATE INDEX bulk_edit_rows_sending ON bulk_edit_rows (edit_id, card_id) WHERE sending IS NOT NULL;

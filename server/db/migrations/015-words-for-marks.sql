-- «Look at the marketplace before sending» was written as a time of sending of long ago.
ALTER TABLE shipment_items ADD COLUMN must_look_first boolean NOT NULL DEFAULT false;
UPDATE shipment_items SET must_look_first = true, sent_at = NULL WHERE sent_at = 'epoch';

-- A key whose request is still under way had an answer of status 0.
ALTER TABLE idempotency_keys ALTER COLUMN status DROP NOT NULL;
UPDATE idempotency_keys SET status = NULL WHERE status = 0;

-- «Look at the marketplace before sending» was written as a time of sending of long ago.
ALTER TABLE shipment_items ADD COLUMN must_look_first boolean NOT NULL DEFAULT false;
UPDATE shipment_items SET must_look_first = true, sent_at = NULL WHERE sent_at = 'epoch';

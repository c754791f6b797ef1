-- Each step of setting a price is one call, so that a token with four calls an hour gets through them too.
ALTER TABLE shipment_items
  ADD COLUMN price_step text NOT NULL DEFAULT 'LOOK' CHECK (price_step IN ('LOOK', 'UPLOAD', 'TASK', 'REASONS'));

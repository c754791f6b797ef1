-- What subject the marketplace has the card under in the shop: a card that is there keeps it (decision 070). null: not there, or not
-- read since.
ALTER TABLE shop_cards ADD COLUMN subject_id bigint;

-- Nobody knows it yet: the next reading of each shop is of all its cards.
DELETE FROM sync_cursors WHERE kind = 'cards';

-- «Ярлыки WB»: the marks of the marketplace's cabinet that the card carries in this shop, as they were last read there.
ALTER TABLE shop_cards ADD COLUMN wb_tags jsonb NOT NULL DEFAULT '[]';

-- Nobody knows them yet: the next reading of each shop is of all its cards.
DELETE FROM sync_cursors WHERE kind = 'cards';

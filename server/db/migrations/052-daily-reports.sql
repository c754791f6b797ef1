-- Rows of the marketplace's daily reports stand in for those of the weekly one until that is there (decision 053).
ALTER TABLE report_rows ADD COLUMN is_daily boolean NOT NULL DEFAULT false;
CREATE INDEX report_rows_daily ON report_rows (shop_id, day) WHERE is_daily;

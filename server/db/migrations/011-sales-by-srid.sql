-- A sale is told from its line in the report by the number of its unit, whatever the days of the two are.
CREATE INDEX report_rows_srid ON report_rows (shop_id, srid);

-- Rows of the marketplace that could not be read: they are in no sum, and the seller is told of them.
CREATE TABLE unread_rows (
  shop_id bigint NOT NULL REFERENCES shops ON DELETE CASCADE,
  -- orders, sales or report
  kind text NOT NULL,
  -- The row's own number, or a digest of the row when that is what cannot be read.
  row_key text NOT NULL,
  account_id bigint NOT NULL REFERENCES accounts,
  -- The day in Europe/Moscow; null: it could not be read either.
  day date,
  -- What could not be read, for a person.
  detail text NOT NULL,
  PRIMARY KEY (shop_id, kind, row_key)
);
CREATE INDEX unread_rows_account ON unread_rows (account_id, shop_id);

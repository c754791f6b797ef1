-- What each source says of a day of a shop, summed (decision 044): taxes are counted since 1 January, and a year of rows is not to be
-- read for each question. A day that a mark names, itself or through what it is of, may be other than its rows: whoever reads
-- takes its rows instead, and a job sums it again. So these sums are never wrong, only late.
CREATE TABLE day_lines (
  shop_id bigint NOT NULL REFERENCES shops ON DELETE CASCADE,
  day date NOT NULL,
  -- orders, sales or report_rows
  source text NOT NULL,
  account_id bigint NOT NULL REFERENCES accounts,
  -- The profit engine's sums by their names, those that the source has.
  lines jsonb NOT NULL,
  -- Goods that were sold with no cost known.
  nm_ids_without_cost bigint[] NOT NULL,
  PRIMARY KEY (shop_id, day, source)
);
CREATE INDEX day_lines_account ON day_lines (account_id, shop_id, day);

-- What has changed: a day, a unit or goods of a shop, or a card in all of them. Which days that is, is looked up by whoever reads the mark:
-- whoever sets it does not see the rows that others write at the moment. Rows are only added, so that nobody waits; a shop may be gone
-- when its rows are.
CREATE TABLE day_line_marks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  shop_id bigint,
  day date,
  -- Empty: all sales without one, which count or not by where the report ends.
  srid text,
  nm_id bigint,
  card_id bigint
);
CREATE INDEX day_line_marks_account ON day_line_marks (account_id, id);

CREATE INDEX sales_srid ON sales (shop_id, srid);

CREATE FUNCTION mark_days_of_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO day_line_marks (account_id, shop_id, day) SELECT DISTINCT account_id, shop_id, day FROM changed;
  RETURN NULL;
END $$;
CREATE TRIGGER orders_mark_added_days AFTER INSERT ON orders
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_days_of_orders();
CREATE TRIGGER orders_mark_removed_days AFTER DELETE ON orders
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_days_of_orders();

-- Rows are read again and again, and say the same as a rule.
CREATE FUNCTION mark_days_of_changed_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO day_line_marks (account_id, shop_id, day)
    VALUES (OLD.account_id, OLD.shop_id, OLD.day), (NEW.account_id, NEW.shop_id, NEW.day);
  RETURN NULL;
END $$;
CREATE TRIGGER orders_mark_changed_days AFTER UPDATE ON orders FOR EACH ROW
  WHEN ((OLD.account_id, OLD.shop_id, OLD.day, OLD.price_with_disc_kopecks, OLD.is_cancel)
    IS DISTINCT FROM (NEW.account_id, NEW.shop_id, NEW.day, NEW.price_with_disc_kopecks, NEW.is_cancel))
  EXECUTE FUNCTION mark_days_of_changed_order();

-- A sale or a line of the report changes its own day and, by the unit's number, others: of the sale that the report has too, of the
-- return that takes back what its sale had cost.
CREATE FUNCTION mark_days_of_units() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO day_line_marks (account_id, shop_id, day) SELECT DISTINCT account_id, shop_id, day FROM changed;
  INSERT INTO day_line_marks (account_id, shop_id, srid) SELECT DISTINCT account_id, shop_id, srid FROM changed WHERE srid <> '';
  IF TG_TABLE_NAME = 'report_rows' THEN
    INSERT INTO day_line_marks (account_id, shop_id, srid) SELECT DISTINCT account_id, shop_id, '' FROM changed;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER sales_mark_added_days AFTER INSERT ON sales
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_days_of_units();
CREATE TRIGGER sales_mark_removed_days AFTER DELETE ON sales
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_days_of_units();
CREATE TRIGGER report_rows_mark_added_days AFTER INSERT ON report_rows
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_days_of_units();
CREATE TRIGGER report_rows_mark_removed_days AFTER DELETE ON report_rows
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_days_of_units();

CREATE FUNCTION mark_days_of_changed_unit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO day_line_marks (account_id, shop_id, day)
    VALUES (OLD.account_id, OLD.shop_id, OLD.day), (NEW.account_id, NEW.shop_id, NEW.day);
  INSERT INTO day_line_marks (account_id, shop_id, srid)
    SELECT OLD.account_id, OLD.shop_id, OLD.srid WHERE OLD.srid <> ''
    UNION SELECT NEW.account_id, NEW.shop_id, NEW.srid WHERE NEW.srid <> ''
    UNION SELECT NEW.account_id, NEW.shop_id, '' WHERE TG_TABLE_NAME = 'report_rows' AND OLD.day <> NEW.day;
  RETURN NULL;
END $$;
CREATE TRIGGER sales_mark_changed_days AFTER UPDATE ON sales FOR EACH ROW
  WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION mark_days_of_changed_unit();
CREATE TRIGGER report_rows_mark_changed_days AFTER UPDATE ON report_rows FOR EACH ROW
  WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION mark_days_of_changed_unit();

-- Goods have become those of a card, of another, or of none: their cost is another.
CREATE FUNCTION mark_days_of_goods() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO day_line_marks (account_id, shop_id, nm_id) SELECT account_id, shop_id, nm_id FROM changed WHERE nm_id IS NOT NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER shop_cards_mark_added_days AFTER INSERT ON shop_cards
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_days_of_goods();
CREATE TRIGGER shop_cards_mark_removed_days AFTER DELETE ON shop_cards
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_days_of_goods();

CREATE FUNCTION mark_days_of_changed_goods() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO day_line_marks (account_id, shop_id, nm_id)
    SELECT OLD.account_id, OLD.shop_id, OLD.nm_id WHERE OLD.nm_id IS NOT NULL
    UNION SELECT NEW.account_id, NEW.shop_id, NEW.nm_id WHERE NEW.nm_id IS NOT NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER shop_cards_mark_changed_days AFTER UPDATE ON shop_cards FOR EACH ROW
  WHEN ((OLD.card_id, OLD.shop_id, OLD.nm_id) IS DISTINCT FROM (NEW.card_id, NEW.shop_id, NEW.nm_id))
  EXECUTE FUNCTION mark_days_of_changed_goods();

CREATE FUNCTION mark_days_of_costs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO day_line_marks (account_id, card_id) SELECT DISTINCT account_id, card_id FROM changed;
  RETURN NULL;
END $$;
CREATE TRIGGER card_costs_mark_added_days AFTER INSERT ON card_costs
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_days_of_costs();
CREATE TRIGGER card_costs_mark_changed_days AFTER UPDATE ON card_costs
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_days_of_costs();
CREATE TRIGGER card_costs_mark_removed_days AFTER DELETE ON card_costs
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_days_of_costs();

-- A card that has always cost the same says so itself; its sizes tell which of them a barcode is.
CREATE FUNCTION mark_days_of_card() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO day_line_marks (account_id, card_id) VALUES (NEW.account_id, NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER cards_mark_days AFTER UPDATE ON cards FOR EACH ROW
  WHEN (OLD.cost_price_kopecks IS DISTINCT FROM NEW.cost_price_kopecks OR OLD.sizes IS DISTINCT FROM NEW.sizes)
  EXECUTE FUNCTION mark_days_of_card();

-- What is there already is summed by the job.
INSERT INTO day_line_marks (account_id, shop_id, day)
  SELECT account_id, shop_id, day FROM orders
  UNION SELECT account_id, shop_id, day FROM sales
  UNION SELECT account_id, shop_id, day FROM report_rows;

-- How often each card was ordered in the last days, for the list to be sorted by (decision 038). A table of its own: with every order
-- a card would be written anew in all its indexes, and whoever edits it would wait. A row for each card, so that one index is the order.
CREATE TABLE card_orders (
  card_id bigint NOT NULL,
  account_id bigint NOT NULL,
  -- As the card's: a jump deep into the list reads the index alone.
  state text NOT NULL,
  -- null: no orders were read of any of its shops. Less than anything else, in both directions.
  recent integer
);
INSERT INTO card_orders (card_id, account_id, state) SELECT id, account_id, state FROM cards;
-- Afterwards: all rows are compared at once, not one by one.
ALTER TABLE card_orders ADD PRIMARY KEY (card_id);
ALTER TABLE card_orders ADD FOREIGN KEY (card_id) REFERENCES cards ON DELETE CASCADE;
CREATE INDEX card_orders_recent ON card_orders (account_id, recent NULLS FIRST, card_id) INCLUDE (state);
ANALYZE card_orders;

CREATE FUNCTION add_card_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO card_orders (card_id, account_id, state) SELECT id, account_id, state FROM new_cards;
  RETURN NULL;
END $$;
CREATE TRIGGER cards_orders_added AFTER INSERT ON cards
  REFERENCING NEW TABLE AS new_cards FOR EACH STATEMENT EXECUTE FUNCTION add_card_orders();

CREATE FUNCTION keep_state_of_card_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE card_orders SET state = NEW.state WHERE card_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER cards_orders_state AFTER UPDATE ON cards FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION keep_state_of_card_orders();

-- Of a card in a shop: without the shop the planner may take the index of the shop's days, and read all of them for each card.
DROP INDEX orders_nm;
CREATE INDEX orders_nm ON orders (account_id, nm_id, shop_id, day);

-- The day of Moscow that the cards of a shop were counted for; null: never.
ALTER TABLE shops ADD COLUMN orders_counted_on date;

-- Cards of which orders have come, or that belong to other orders now: a job counts them. Rows are only added, so that nobody waits.
CREATE TABLE card_order_marks (
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  card_id bigint NOT NULL
);
CREATE INDEX card_order_marks_card ON card_order_marks (account_id, card_id);

CREATE FUNCTION mark_ordered_cards() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO card_order_marks
    SELECT DISTINCT linked.account_id, linked.card_id
    FROM new_orders JOIN shop_cards linked ON linked.shop_id = new_orders.shop_id AND linked.nm_id = new_orders.nm_id
    -- A day more than are counted: clocks differ.
    WHERE new_orders.day >= moscow_today() - 7;
  RETURN NULL;
END $$;
CREATE TRIGGER orders_mark_cards AFTER INSERT ON orders
  REFERENCING NEW TABLE AS new_orders FOR EACH STATEMENT EXECUTE FUNCTION mark_ordered_cards();

-- An order that is read again says the same as a rule.
CREATE FUNCTION mark_cards_of_changed_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO card_order_marks
    SELECT account_id, card_id FROM shop_cards WHERE shop_id = NEW.shop_id AND nm_id IN (OLD.nm_id, NEW.nm_id);
  RETURN NULL;
END $$;
CREATE TRIGGER orders_mark_cards_anew AFTER UPDATE ON orders FOR EACH ROW
  WHEN ((OLD.day, OLD.nm_id) IS DISTINCT FROM (NEW.day, NEW.nm_id)) EXECUTE FUNCTION mark_cards_of_changed_order();

CREATE FUNCTION mark_linked_cards() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO card_order_marks SELECT account_id, card_id FROM changed WHERE nm_id IS NOT NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER shop_cards_mark_added AFTER INSERT ON shop_cards
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_linked_cards();
CREATE TRIGGER shop_cards_mark_removed AFTER DELETE ON shop_cards
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_linked_cards();

CREATE FUNCTION mark_relinked_cards() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO card_order_marks VALUES (OLD.account_id, OLD.card_id);
  IF NEW.card_id <> OLD.card_id THEN INSERT INTO card_order_marks VALUES (NEW.account_id, NEW.card_id); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER shop_cards_mark_relinked AFTER UPDATE ON shop_cards FOR EACH ROW
  WHEN ((OLD.card_id, OLD.shop_id, OLD.nm_id) IS DISTINCT FROM (NEW.card_id, NEW.shop_id, NEW.nm_id))
  EXECUTE FUNCTION mark_relinked_cards();

-- A list in this order is to be asked for again; the cards are as they were.
CREATE FUNCTION hint_at_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('prilavok_hints', 'orders ' || whose.account_id)
    FROM (SELECT DISTINCT became.account_id FROM was JOIN became USING (card_id) WHERE was.recent IS DISTINCT FROM became.recent) AS whose;
  RETURN NULL;
END $$;
CREATE TRIGGER card_orders_hint_changed AFTER UPDATE ON card_orders
  REFERENCING OLD TABLE AS was NEW TABLE AS became FOR EACH STATEMENT EXECUTE FUNCTION hint_at_orders();

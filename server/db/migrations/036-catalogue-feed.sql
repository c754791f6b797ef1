-- What a copy of the card list on a device is kept true by: which cards have changed since, which are gone, and a checksum of
-- what there is. Said by the table itself, so that no writer can forget it: decision 029.

-- The transaction that last changed what the list shows of a card. One value for all rows that are there: none is written anew.
ALTER TABLE cards ADD COLUMN feed_xid xid8 NOT NULL DEFAULT pg_current_xact_id();
CREATE INDEX cards_feed ON cards (account_id, feed_xid, id);

CREATE FUNCTION tell_card_to_feed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.feed_xid := pg_current_xact_id();
  RETURN NEW;
END $$;
-- Triggers go by their names: this one comes after those that set a column themselves. What is generated is not known yet, so
-- what it is made of is looked at.
CREATE TRIGGER cards_told_to_feed BEFORE UPDATE ON cards FOR EACH ROW
  WHEN ((OLD.updated_at, OLD.version, OLD.price_kopecks, OLD.discount, OLD.cost_price_kopecks, OLD.stock, OLD.state,
      OLD.has_unsent_changes, OLD.nm_id, OLD.filled_percent, OLD.subject_id, OLD.vendor_code, OLD.title, OLD.brand,
      OLD.subject_sort_name, OLD.search_text, OLD.shop_ids, OLD.nm_ids, OLD.tags, OLD.photos, OLD.dimensions)
    IS DISTINCT FROM
    (NEW.updated_at, NEW.version, NEW.price_kopecks, NEW.discount, NEW.cost_price_kopecks, NEW.stock, NEW.state,
      NEW.has_unsent_changes, NEW.nm_id, NEW.filled_percent, NEW.subject_id, NEW.vendor_code, NEW.title, NEW.brand,
      NEW.subject_sort_name, NEW.search_text, NEW.shop_ids, NEW.nm_ids, NEW.tags, NEW.photos, NEW.dimensions))
  EXECUTE FUNCTION tell_card_to_feed();

CREATE TABLE removed_cards (
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  card_id bigint NOT NULL,
  feed_xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  removed_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX removed_cards_feed ON removed_cards (account_id, feed_xid, card_id);

-- contract/catalogue-checksum.ts is the same, and a test compares them.
CREATE FUNCTION card_checksum(card cards) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT ('x' || left(md5(concat(
    card.id, E'\x1f', card.vendor_code, E'\x1f', card.title, E'\x1f', card.subject_id, E'\x1f', card.subject_sort_name, E'\x1f',
    card.brand, E'\x1f', card.cover, E'\x1f', card.nm_id, E'\x1f', card.nm_ids, E'\x1f', card.price_kopecks, E'\x1f',
    card.discount, E'\x1f', card.final_price_kopecks, E'\x1f', card.cost_price_kopecks, E'\x1f', card.margin_percent, E'\x1f',
    card.filled_percent, E'\x1f', card.has_dimensions, E'\x1f', card.stock, E'\x1f', card.shop_ids, E'\x1f', card.tags, E'\x1f',
    card.state, E'\x1f', card.has_unsent_changes AND card.state <> 'ARCHIVED', E'\x1f', card.version, E'\x1f',
    (extract(epoch FROM card.updated_at) * 1000000)::bigint, E'\x1f', card.search_text)), 12))::bit(48)::bigint
$$;

-- The sum of the checksums of an account's cards, as a sum of changes, as in migration 005.
CREATE TABLE card_checksum_changes (
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  change numeric NOT NULL
);
CREATE INDEX card_checksum_changes_account ON card_checksum_changes (account_id) INCLUDE (change);
INSERT INTO card_checksum_changes SELECT account_id, sum(card_checksum(cards)) FROM cards GROUP BY account_id;

CREATE FUNCTION sum_new_cards() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO card_checksum_changes SELECT account_id, sum(card_checksum(became)) FROM new_cards became GROUP BY account_id;
  RETURN NULL;
END $$;

CREATE FUNCTION sum_changed_cards() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  current xid8 := pg_current_xact_id();
BEGIN
  INSERT INTO card_checksum_changes
    SELECT account_id, sum(change)
    FROM (
      SELECT became.account_id, card_checksum(became) AS change FROM new_cards became WHERE became.feed_xid = current
      UNION ALL
      SELECT was.account_id, -card_checksum(was)
      FROM old_cards was JOIN new_cards became ON became.id = was.id WHERE became.feed_xid = current
    ) changes
    GROUP BY account_id
    HAVING sum(change) <> 0;
  RETURN NULL;
END $$;

CREATE FUNCTION sum_gone_cards() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO card_checksum_changes SELECT account_id, -sum(card_checksum(was)) FROM old_cards was GROUP BY account_id;
  INSERT INTO removed_cards (account_id, card_id) SELECT account_id, id FROM old_cards;
  RETURN NULL;
END $$;

CREATE TRIGGER cards_summed_added AFTER INSERT ON cards
  REFERENCING NEW TABLE AS new_cards FOR EACH STATEMENT EXECUTE FUNCTION sum_new_cards();
CREATE TRIGGER cards_summed_changed AFTER UPDATE ON cards
  REFERENCING OLD TABLE AS old_cards NEW TABLE AS new_cards FOR EACH STATEMENT EXECUTE FUNCTION sum_changed_cards();
CREATE TRIGGER cards_summed_removed AFTER DELETE ON cards
  REFERENCING OLD TABLE AS old_cards FOR EACH STATEMENT EXECUTE FUNCTION sum_gone_cards();

-- A row for each start of a server. A cursor names one: a database that does not know it was restored from a time before.
CREATE TABLE catalogue_histories (
  id text PRIMARY KEY DEFAULT left(md5(gen_random_uuid()::text), 12),
  begun_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
INSERT INTO catalogue_histories DEFAULT VALUES;

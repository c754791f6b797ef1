-- The list is asked for «Ярлыки WB», and a copy of it on a device knows them: decision 066. Names, of all shops together: a card
-- carries a tag when it does in any of them.
ALTER TABLE cards ADD COLUMN wb_tags jsonb NOT NULL DEFAULT '[]';
-- Few cards have any.
CREATE INDEX cards_with_wb_tags ON cards (account_id, id) WHERE wb_tags <> '[]';

CREATE FUNCTION wb_tags_of_card(card bigint) RETURNS jsonb STABLE LANGUAGE plpgsql AS $$
BEGIN
  RETURN (
    SELECT coalesce(jsonb_agg(name ORDER BY name COLLATE "C"), '[]')
    FROM (
      SELECT DISTINCT tag ->> 'name' AS name FROM shop_cards CROSS JOIN jsonb_array_elements(wb_tags) AS tag
      WHERE card_id = card AND tag ->> 'name' <> ''
    ) names);
END $$;

CREATE FUNCTION keep_wb_tags_of_card() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  card bigint;
  names jsonb;
BEGIN
  FOR card IN
    SELECT DISTINCT of_row FROM unnest(ARRAY[OLD.card_id, NEW.card_id]) AS of_row WHERE of_row IS NOT NULL ORDER BY of_row
  LOOP
    -- Two shops may be read at once: whoever comes second sees what the first has written.
    PERFORM FROM cards WHERE id = card FOR NO KEY UPDATE;
    names := wb_tags_of_card(card);
    UPDATE cards SET wb_tags = names WHERE id = card AND wb_tags <> names;
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER shop_cards_wb_tagged AFTER INSERT ON shop_cards FOR EACH ROW
  WHEN (NEW.wb_tags <> '[]') EXECUTE FUNCTION keep_wb_tags_of_card();
CREATE TRIGGER shop_cards_wb_tagged_anew AFTER UPDATE ON shop_cards FOR EACH ROW
  WHEN ((OLD.card_id, OLD.wb_tags) IS DISTINCT FROM (NEW.card_id, NEW.wb_tags)) EXECUTE FUNCTION keep_wb_tags_of_card();
CREATE TRIGGER shop_cards_wb_tags_gone AFTER DELETE ON shop_cards FOR EACH ROW
  WHEN (OLD.wb_tags <> '[]') EXECUTE FUNCTION keep_wb_tags_of_card();

-- As in migration 036, and the new column.
DROP TRIGGER cards_told_to_feed ON cards;
CREATE TRIGGER cards_told_to_feed BEFORE UPDATE ON cards FOR EACH ROW
  WHEN ((OLD.updated_at, OLD.version, OLD.price_kopecks, OLD.discount, OLD.cost_price_kopecks, OLD.stock, OLD.state,
      OLD.has_unsent_changes, OLD.nm_id, OLD.filled_percent, OLD.subject_id, OLD.vendor_code, OLD.title, OLD.brand,
      OLD.subject_sort_name, OLD.search_text, OLD.shop_ids, OLD.nm_ids, OLD.tags, OLD.photos, OLD.dimensions, OLD.wb_tags)
    IS DISTINCT FROM
    (NEW.updated_at, NEW.version, NEW.price_kopecks, NEW.discount, NEW.cost_price_kopecks, NEW.stock, NEW.state,
      NEW.has_unsent_changes, NEW.nm_id, NEW.filled_percent, NEW.subject_id, NEW.vendor_code, NEW.title, NEW.brand,
      NEW.subject_sort_name, NEW.search_text, NEW.shop_ids, NEW.nm_ids, NEW.tags, NEW.photos, NEW.dimensions, NEW.wb_tags))
  EXECUTE FUNCTION tell_card_to_feed();

-- Beside the checksum of migration 036, which installed clients reckon without these tags.
CREATE FUNCTION card_wb_tags_checksum(card cards) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN card.wb_tags = '[]' THEN 0
    ELSE ('x' || left(md5(concat(card.id, E'\x1f', card.wb_tags)), 12))::bit(48)::bigint END
$$;
ALTER TABLE card_checksum_changes ADD COLUMN wb_tags_change numeric NOT NULL DEFAULT 0;
DROP INDEX card_checksum_changes_account;
CREATE INDEX card_checksum_changes_account ON card_checksum_changes (account_id) INCLUDE (change, wb_tags_change);

CREATE OR REPLACE FUNCTION sum_new_cards() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO card_checksum_changes
    SELECT account_id, sum(card_checksum(became)), sum(card_wb_tags_checksum(became)) FROM new_cards became GROUP BY account_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION sum_changed_cards() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  current xid8 := pg_current_xact_id();
BEGIN
  INSERT INTO card_checksum_changes
    SELECT account_id, sum(change), sum(wb_tags_change)
    FROM (
      SELECT became.account_id, card_checksum(became) AS change, card_wb_tags_checksum(became) AS wb_tags_change
      FROM new_cards became WHERE became.feed_xid = current
      UNION ALL
      SELECT was.account_id, -card_checksum(was), -card_wb_tags_checksum(was)
      FROM old_cards was JOIN new_cards became ON became.id = was.id WHERE became.feed_xid = current
    ) changes
    GROUP BY account_id
    HAVING sum(change) <> 0 OR sum(wb_tags_change) <> 0;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION sum_gone_cards() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO card_checksum_changes
    SELECT account_id, -sum(card_checksum(was)), -sum(card_wb_tags_checksum(was)) FROM old_cards was GROUP BY account_id;
  INSERT INTO removed_cards (account_id, card_id) SELECT account_id, id FROM old_cards;
  RETURN NULL;
END $$;

-- Through the triggers: copies hear of these cards.
UPDATE cards SET wb_tags = wb_tags_of_card(id)
  WHERE id IN (SELECT card_id FROM shop_cards WHERE wb_tags <> '[]') AND wb_tags_of_card(id) <> '[]';

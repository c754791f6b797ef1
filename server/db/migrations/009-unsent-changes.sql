-- What a shop was given last of a card, so that «changed here and not sent» can be said: decision 011.

-- The sendable part of a snapshot, small: short values as they are, long ones as a digest.
CREATE FUNCTION sendable_facts(snapshot jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_build_object(
    'title', snapshot -> 'title', 'brand', snapshot -> 'brand',
    'description', md5(snapshot ->> 'description'),
    'dimensions', snapshot -> 'dimensions',
    -- In one order and without empty ones: the form may write them in another.
    'characteristics', md5(coalesce((
      SELECT string_agg(one ->> 'id' || (one -> 'values')::text, ',' ORDER BY (one ->> 'id')::bigint)
      FROM jsonb_array_elements(snapshot -> 'characteristics') one WHERE one -> 'values' <> '[]'), '')),
    'sizes', md5(snapshot ->> 'sizes'), 'photos', md5(snapshot ->> 'photos'),
    'priceKopecks', snapshot -> 'priceKopecks', 'discount', snapshot -> 'discount',
    'clubDiscount', snapshot -> 'clubDiscount')
$$;

-- Which of those a shipment has brought to the shop: what it leaves out stays unsent.
CREATE FUNCTION brought_facts(facts jsonb, content boolean, prices boolean, discounts boolean, images boolean)
RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(facts)
  WHERE CASE key
    WHEN 'priceKopecks' THEN prices
    WHEN 'discount' THEN discounts
    WHEN 'clubDiscount' THEN discounts
    WHEN 'photos' THEN images
    ELSE content END
$$;

-- Fields that the shop would get another value of. What the marketplace is known to have already is no change.
CREATE FUNCTION unsent_fields(facts jsonb, sent jsonb, price_there bigint, discount_there integer)
RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_agg(key ORDER BY key), '{}') FROM jsonb_each(facts)
  WHERE value IS DISTINCT FROM sent -> key
    AND NOT (key = 'priceKopecks' AND value = coalesce(to_jsonb(price_there), 'null'))
    AND NOT (key = 'discount' AND value = coalesce(to_jsonb(discount_there), 'null'))
$$;

-- A card as it would be sent to one shop. The same as `snapshotInShop` of server/shipments/card-snapshot.ts, less what no
-- shipment changes.
CREATE FUNCTION facts_for_shop(card cards, own_title text, own_price bigint, own_discount integer)
RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT sendable_facts(jsonb_build_object(
    'title', coalesce(nullif(own_title, ''), card.title), 'description', card.description, 'brand', card.brand,
    'dimensions', card.dimensions, 'characteristics', card.characteristics, 'sizes', card.sizes, 'photos', card.photos,
    'priceKopecks', coalesce(own_price, card.price_kopecks), 'discount', coalesce(own_discount, card.discount),
    'clubDiscount', card.club_discount))
$$;

-- null: the shop does not have the card, nothing can be compared.
ALTER TABLE shop_cards ADD COLUMN sent jsonb;
ALTER TABLE cards ADD COLUMN has_unsent_changes boolean NOT NULL DEFAULT false;
CREATE INDEX cards_unsent ON cards (account_id, updated_at DESC, id DESC) INCLUDE (state) WHERE has_unsent_changes;

-- The number of such cards is kept beside those of the states, under a name of its own.
CREATE OR REPLACE FUNCTION count_new_cards() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO card_count_changes
    SELECT account_id, state, count(*) FROM new_cards GROUP BY account_id, state
    UNION ALL
    SELECT account_id, 'UNSENT', count(*) FROM new_cards WHERE has_unsent_changes AND state <> 'ARCHIVED' GROUP BY account_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_gone_cards() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO card_count_changes
    SELECT account_id, state, -count(*) FROM old_cards GROUP BY account_id, state
    UNION ALL
    SELECT account_id, 'UNSENT', -count(*) FROM old_cards WHERE has_unsent_changes AND state <> 'ARCHIVED' GROUP BY account_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_changed_cards() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO card_count_changes
    SELECT account_id, state, sum(change)
    FROM (
      SELECT account_id, state, 1 AS change FROM new_cards
      UNION ALL
      SELECT account_id, state, -1 FROM old_cards
      UNION ALL
      SELECT account_id, 'UNSENT', 1 FROM new_cards WHERE has_unsent_changes AND state <> 'ARCHIVED'
      UNION ALL
      SELECT account_id, 'UNSENT', -1 FROM old_cards WHERE has_unsent_changes AND state <> 'ARCHIVED'
    ) changes
    GROUP BY account_id, state
    HAVING sum(change) <> 0;
  RETURN NULL;
END $$;

-- What is there already was given as it is now, but for what the last shipment of the card says.
UPDATE shop_cards SET sent = facts_for_shop(cards, shop_cards.title, own_price_kopecks, own_discount)
  FROM cards WHERE cards.id = shop_cards.card_id AND shop_cards.nm_id IS NOT NULL;
UPDATE shop_cards SET sent = shop_cards.sent || last.brought
  FROM (
    SELECT DISTINCT ON (items.card_id, items.shop_id) items.card_id, items.shop_id,
      brought_facts(sendable_facts(items.snapshot), true, with_prices, with_discounts, with_images) AS brought
    FROM shipment_items items JOIN shipments ON shipments.id = items.shipment_id
    WHERE items.state = 'done'
    ORDER BY items.card_id, items.shop_id, items.id DESC
  ) last
  WHERE shop_cards.card_id = last.card_id AND shop_cards.shop_id = last.shop_id AND shop_cards.sent IS NOT NULL;
UPDATE cards SET has_unsent_changes = true
  FROM shop_cards
  WHERE shop_cards.card_id = cards.id AND shop_cards.sent IS NOT NULL AND shop_cards.state IN ('PUBLISHED', 'HAS_ERRORS')
    AND unsent_fields(facts_for_shop(cards, shop_cards.title, own_price_kopecks, own_discount), shop_cards.sent,
      shop_cards.price_kopecks, shop_cards.discount) <> '{}';

-- A card that is met at the marketplace is compared from then on with what it said here at that moment, whoever stores it.
CREATE FUNCTION remember_first_sent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT facts_for_shop(cards, NEW.title, NEW.own_price_kopecks, NEW.own_discount) INTO NEW.sent
    FROM cards WHERE cards.id = NEW.card_id;
  RETURN NEW;
END $$;
CREATE TRIGGER shop_cards_first_sent BEFORE INSERT OR UPDATE ON shop_cards
  FOR EACH ROW WHEN (NEW.nm_id IS NOT NULL AND NEW.sent IS NULL) EXECUTE FUNCTION remember_first_sent();

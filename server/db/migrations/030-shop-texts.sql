-- A title and a description of the card for one shop: [{"shopId", "title", "description"}], empty texts take the card's.
-- On the card and not in shop_cards, as they are written on it: they have its version, its history and its drafts (decision 025).
ALTER TABLE cards ADD COLUMN shop_texts jsonb NOT NULL DEFAULT '[]';

UPDATE cards SET shop_texts = own.texts
  FROM (
    SELECT card_id, jsonb_agg(jsonb_build_object('shopId', shop_id, 'title', title, 'description', '') ORDER BY shop_id) AS texts
    FROM shop_cards WHERE title <> '' GROUP BY card_id
  ) own
  WHERE cards.id = own.card_id;

-- null: the shop has none of its own. A path and no subquery, so that the planner can put it where it is called.
CREATE FUNCTION text_in_shop(shop_texts jsonb, shop_id bigint, field text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT nullif(jsonb_path_query_first(shop_texts, '$[*] ? (@.shopId == $shop)', jsonb_build_object('shop', shop_id)) ->> field, '')
$$;

-- As before, with the shop in place of its title.
CREATE FUNCTION facts_for_shop(card cards, shop_id bigint, own_price bigint, own_discount integer)
RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT sendable_facts(jsonb_build_object(
    'title', coalesce(text_in_shop(card.shop_texts, shop_id, 'title'), card.title),
    'description', coalesce(text_in_shop(card.shop_texts, shop_id, 'description'), card.description), 'brand', card.brand,
    'dimensions', card.dimensions, 'characteristics', card.characteristics, 'sizes', card.sizes, 'photos', card.photos,
    'priceKopecks', coalesce(own_price, card.price_kopecks), 'discount', coalesce(own_discount, card.discount),
    'clubDiscount', card.club_discount))
$$;

CREATE OR REPLACE FUNCTION remember_first_sent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT facts_for_shop(cards, NEW.shop_id, NEW.own_price_kopecks, NEW.own_discount) INTO NEW.sent
    FROM cards WHERE cards.id = NEW.card_id;
  RETURN NEW;
END $$;

DROP FUNCTION facts_for_shop(cards, text, bigint, integer);
ALTER TABLE shop_cards DROP COLUMN title;

-- «История карточки» keeps them like any other field. The same as in migration 023, with one more.
CREATE OR REPLACE FUNCTION fields_unlike(card cards, other cards) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT
    CASE WHEN card.vendor_code IS DISTINCT FROM other.vendor_code THEN jsonb_build_object('vendorCode', card.vendor_code) ELSE '{}' END ||
    CASE WHEN card.title IS DISTINCT FROM other.title THEN jsonb_build_object('title', card.title) ELSE '{}' END ||
    CASE WHEN card.description IS DISTINCT FROM other.description THEN jsonb_build_object('description', card.description) ELSE '{}' END ||
    CASE WHEN card.shop_texts IS DISTINCT FROM other.shop_texts THEN jsonb_build_object('shopTexts', card.shop_texts) ELSE '{}' END ||
    CASE WHEN card.subject_id IS DISTINCT FROM other.subject_id THEN jsonb_build_object('subjectId', card.subject_id) ELSE '{}' END ||
    CASE WHEN card.brand IS DISTINCT FROM other.brand THEN jsonb_build_object('brand', card.brand) ELSE '{}' END ||
    CASE WHEN card.dimensions IS DISTINCT FROM other.dimensions THEN jsonb_build_object('dimensions', card.dimensions) ELSE '{}' END ||
    CASE WHEN card.characteristics IS DISTINCT FROM other.characteristics THEN jsonb_build_object('characteristics', card.characteristics) ELSE '{}' END ||
    CASE WHEN card.sizes IS DISTINCT FROM other.sizes THEN jsonb_build_object('sizes', card.sizes) ELSE '{}' END ||
    CASE WHEN card.photos IS DISTINCT FROM other.photos THEN jsonb_build_object('photos', card.photos) ELSE '{}' END ||
    CASE WHEN card.tags IS DISTINCT FROM other.tags THEN jsonb_build_object('tags', card.tags) ELSE '{}' END ||
    CASE WHEN card.price_kopecks IS DISTINCT FROM other.price_kopecks THEN jsonb_build_object('priceKopecks', card.price_kopecks) ELSE '{}' END ||
    CASE WHEN card.discount IS DISTINCT FROM other.discount THEN jsonb_build_object('discount', card.discount) ELSE '{}' END ||
    CASE WHEN card.club_discount IS DISTINCT FROM other.club_discount THEN jsonb_build_object('clubDiscount', card.club_discount) ELSE '{}' END ||
    CASE WHEN card.cost_price_kopecks IS DISTINCT FROM other.cost_price_kopecks THEN jsonb_build_object('costPriceKopecks', card.cost_price_kopecks) ELSE '{}' END ||
    CASE WHEN (card.state = 'ARCHIVED') <> (other.state = 'ARCHIVED')
      THEN jsonb_build_object('isArchived', card.state = 'ARCHIVED') ELSE '{}' END
$$;

CREATE OR REPLACE FUNCTION keep_card_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO card_changes (account_id, card_id, user_id, before, after)
    SELECT became.account_id, became.id,
      -- What is taken over from the marketplace is no new version of anybody's.
      CASE WHEN became.version > was.version THEN became.updated_by END,
      fields_unlike(was, became), fields_unlike(became, was)
    FROM old_cards was JOIN new_cards became ON became.id = was.id
    WHERE (was.vendor_code, was.title, was.description, was.shop_texts, was.subject_id, was.brand, was.dimensions, was.characteristics, was.sizes, was.photos, was.tags, was.price_kopecks, was.discount, was.club_discount, was.cost_price_kopecks, was.state = 'ARCHIVED')
      IS DISTINCT FROM (became.vendor_code, became.title, became.description, became.shop_texts, became.subject_id, became.brand, became.dimensions, became.characteristics, became.sizes, became.photos, became.tags, became.price_kopecks, became.discount, became.club_discount, became.cost_price_kopecks, became.state = 'ARCHIVED')
    ORDER BY became.id;
  RETURN NULL;
END $$;

-- The card's one video, kept beside the photos (`/media/videos/….mp4`); empty: none. A field of the card like them: decision 026.
-- Its row in media_files has no size in pixels: 0×0.
ALTER TABLE cards ADD COLUMN video text NOT NULL DEFAULT '';
-- Whether the marketplace has a video of the card, whoever put it there.
ALTER TABLE shop_cards ADD COLUMN has_video boolean NOT NULL DEFAULT false;
-- What the marketplace has answered for: a shipment that goes on after a break does not send fifty megabytes again.
ALTER TABLE shipment_items ADD COLUMN sent_video text NOT NULL DEFAULT '';

-- Nobody knows it yet: the next reading of each shop is of all its cards.
DELETE FROM sync_cursors WHERE kind = 'cards';

-- As in migration 009, with the video; what was sent before there were any had none.
CREATE OR REPLACE FUNCTION sendable_facts(snapshot jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_build_object(
    'title', snapshot -> 'title', 'brand', snapshot -> 'brand',
    'description', md5(snapshot ->> 'description'),
    'dimensions', snapshot -> 'dimensions',
    -- In one order and without empty ones: the form may write them in another.
    'characteristics', md5(coalesce((
      SELECT string_agg(one ->> 'id' || (one -> 'values')::text, ',' ORDER BY (one ->> 'id')::bigint)
      FROM jsonb_array_elements(snapshot -> 'characteristics') one WHERE one -> 'values' <> '[]'), '')),
    'sizes', md5(snapshot ->> 'sizes'), 'photos', md5(snapshot ->> 'photos'),
    'video', coalesce(snapshot -> 'video', '""'),
    'priceKopecks', snapshot -> 'priceKopecks', 'discount', snapshot -> 'discount',
    'clubDiscount', snapshot -> 'clubDiscount')
$$;

CREATE OR REPLACE FUNCTION brought_facts(facts jsonb, content boolean, prices boolean, discounts boolean, images boolean)
RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(facts)
  WHERE CASE key
    WHEN 'priceKopecks' THEN prices
    WHEN 'discount' THEN discounts
    WHEN 'clubDiscount' THEN discounts
    WHEN 'photos' THEN images
    WHEN 'video' THEN images
    ELSE content END
$$;

CREATE OR REPLACE FUNCTION unsent_fields(facts jsonb, sent jsonb, price_there bigint, discount_there integer)
RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_agg(key ORDER BY key), '{}') FROM jsonb_each(facts)
  WHERE value IS DISTINCT FROM coalesce(sent -> key, CASE key WHEN 'video' THEN '""'::jsonb END)
    AND NOT (key = 'priceKopecks' AND value = coalesce(to_jsonb(price_there), 'null'))
    AND NOT (key = 'discount' AND value = coalesce(to_jsonb(discount_there), 'null'))
$$;

-- As in migration 030, with the video.
CREATE OR REPLACE FUNCTION facts_for_shop(card cards, shop_id bigint, own_price bigint, own_discount integer)
RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT sendable_facts(jsonb_build_object(
    'title', coalesce(text_in_shop(card.shop_texts, shop_id, 'title'), card.title),
    'description', coalesce(text_in_shop(card.shop_texts, shop_id, 'description'), card.description), 'brand', card.brand,
    'dimensions', card.dimensions, 'characteristics', card.characteristics, 'sizes', card.sizes, 'photos', card.photos,
    'video', card.video,
    'priceKopecks', coalesce(own_price, card.price_kopecks), 'discount', coalesce(own_discount, card.discount),
    'clubDiscount', card.club_discount))
$$;

-- A card that is met at the marketplace was given no video by us, whatever it has there.
CREATE OR REPLACE FUNCTION remember_first_sent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT facts_for_shop(cards, NEW.shop_id, NEW.own_price_kopecks, NEW.own_discount) || '{"video": ""}' INTO NEW.sent
    FROM cards WHERE cards.id = NEW.card_id;
  RETURN NEW;
END $$;

-- «История карточки» keeps it like any other field. The same as in migration 030, with one more.
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
    CASE WHEN card.video IS DISTINCT FROM other.video THEN jsonb_build_object('video', card.video) ELSE '{}' END ||
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
    WHERE (was.vendor_code, was.title, was.description, was.shop_texts, was.subject_id, was.brand, was.dimensions, was.characteristics, was.sizes, was.photos, was.video, was.tags, was.price_kopecks, was.discount, was.club_discount, was.cost_price_kopecks, was.state = 'ARCHIVED')
      IS DISTINCT FROM (became.vendor_code, became.title, became.description, became.shop_texts, became.subject_id, became.brand, became.dimensions, became.characteristics, became.sizes, became.photos, became.video, became.tags, became.price_kopecks, became.discount, became.club_discount, became.cost_price_kopecks, became.state = 'ARCHIVED')
    ORDER BY became.id;
  RETURN NULL;
END $$;

-- «История карточки» has what a person writes of the card for one shop too, a price and a discount of its own: decision 019.
-- Who wrote them last. No reference, as in card_changes, which it is for.
ALTER TABLE shop_cards ADD COLUMN own_price_by bigint;

CREATE FUNCTION keep_own_price_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was_price bigint;
  was_discount integer;
  was jsonb := jsonb_build_object('shopId', NEW.shop_id);
  became jsonb := jsonb_build_object('shopId', NEW.shop_id);
BEGIN
  IF TG_OP = 'UPDATE' THEN
    was_price := OLD.own_price_kopecks;
    was_discount := OLD.own_discount;
  END IF;
  -- null: the shop takes the card's.
  IF was_price IS DISTINCT FROM NEW.own_price_kopecks THEN
    was := was || jsonb_build_object('priceKopecks', was_price);
    became := became || jsonb_build_object('priceKopecks', NEW.own_price_kopecks);
  END IF;
  IF was_discount IS DISTINCT FROM NEW.own_discount THEN
    was := was || jsonb_build_object('discount', was_discount);
    became := became || jsonb_build_object('discount', NEW.own_discount);
  END IF;
  INSERT INTO card_changes (account_id, card_id, user_id, before, after) VALUES (
    NEW.account_id, NEW.card_id, NEW.own_price_by,
    jsonb_build_object('ownPrices', jsonb_build_array(was)), jsonb_build_object('ownPrices', jsonb_build_array(became)));
  RETURN NULL;
END $$;

-- By row and by column, other than on cards: what a reading of the marketplace writes on ten thousand of these rows never wakes it.
CREATE TRIGGER shop_cards_own_price_kept AFTER UPDATE OF own_price_kopecks, own_discount ON shop_cards FOR EACH ROW
  WHEN ((OLD.own_price_kopecks, OLD.own_discount) IS DISTINCT FROM (NEW.own_price_kopecks, NEW.own_discount))
  EXECUTE FUNCTION keep_own_price_change();
CREATE TRIGGER shop_cards_first_own_price_kept AFTER INSERT ON shop_cards FOR EACH ROW
  WHEN (NEW.own_price_kopecks IS NOT NULL OR NEW.own_discount IS NOT NULL)
  EXECUTE FUNCTION keep_own_price_change();

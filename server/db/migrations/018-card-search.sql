-- What a card is found by stands beside it. A row that is written anew is put into every index of its table, and the index of
-- words costs nine tenths of that: a price or a move into the archive changes no word: decision 015.
CREATE TABLE card_search (
  card_id bigint PRIMARY KEY REFERENCES cards ON DELETE CASCADE,
  account_id bigint NOT NULL,
  search_text text NOT NULL,
  nm_ids bigint[] NOT NULL,
  skus jsonb NOT NULL
);
INSERT INTO card_search
  SELECT id, account_id, search_text, nm_ids, jsonb_path_query_array(sizes, '$[*].skus[*]') FROM cards;

DROP INDEX cards_search;
DROP INDEX cards_skus;
DROP INDEX cards_nm_ids;
-- A short list of news is a short wait for whoever fills it: migration 016.
CREATE INDEX card_search_text ON card_search USING gin (search_text gin_trgm_ops) WITH (gin_pending_list_limit = 64);
CREATE INDEX card_search_skus ON card_search USING gin (skus) WITH (gin_pending_list_limit = 64);
CREATE INDEX card_search_nm_ids ON card_search USING gin (nm_ids) WITH (gin_pending_list_limit = 64);

CREATE FUNCTION make_card_findable() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO card_search (card_id, account_id, search_text, nm_ids, skus)
    VALUES (NEW.id, NEW.account_id, NEW.search_text, NEW.nm_ids, jsonb_path_query_array(NEW.sizes, '$[*].skus[*]'))
    ON CONFLICT (card_id) DO UPDATE SET
      search_text = EXCLUDED.search_text, nm_ids = EXCLUDED.nm_ids, skus = EXCLUDED.skus;
  RETURN NULL;
END $$;
CREATE TRIGGER cards_findable AFTER INSERT ON cards FOR EACH ROW EXECUTE FUNCTION make_card_findable();
CREATE TRIGGER cards_findable_anew AFTER UPDATE ON cards FOR EACH ROW
  WHEN (OLD.search_text IS DISTINCT FROM NEW.search_text OR OLD.nm_ids IS DISTINCT FROM NEW.nm_ids
    OR OLD.sizes IS DISTINCT FROM NEW.sizes)
  EXECUTE FUNCTION make_card_findable();

-- Who looks at a screen hears that there is something new to ask for: the kind and the account, never data (decision 028).
-- Said by the tables themselves, so that no writer can forget it. The database passes it on with the commit, the same word
-- of one transaction once, and of one that is rolled back nothing.
CREATE FUNCTION hint_at_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('prilavok_hints', TG_ARGV[0] || ' ' || whose.account_id)
    FROM (SELECT DISTINCT account_id FROM changed) AS whose;
  RETURN NULL;
END $$;

CREATE TRIGGER cards_hint_added AFTER INSERT ON cards
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION hint_at_changes('cards');
CREATE TRIGGER cards_hint_changed AFTER UPDATE ON cards
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION hint_at_changes('cards');
CREATE TRIGGER cards_hint_removed AFTER DELETE ON cards
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION hint_at_changes('cards');
CREATE TRIGGER shop_cards_hint_added AFTER INSERT ON shop_cards
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION hint_at_changes('cards');
CREATE TRIGGER shop_cards_hint_changed AFTER UPDATE ON shop_cards
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION hint_at_changes('cards');
CREATE TRIGGER shop_cards_hint_removed AFTER DELETE ON shop_cards
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION hint_at_changes('cards');
CREATE TRIGGER shipments_hint_added AFTER INSERT ON shipments
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION hint_at_changes('shipments');
CREATE TRIGGER shipments_hint_changed AFTER UPDATE ON shipments
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION hint_at_changes('shipments');
CREATE TRIGGER shipments_hint_removed AFTER DELETE ON shipments
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION hint_at_changes('shipments');

-- The streams of a session end with it, in whichever process they are.
CREATE FUNCTION tell_session_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('prilavok_hints', 'session ' || NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER sessions_end AFTER UPDATE OF ended_at ON sessions FOR EACH ROW
  WHEN (OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL) EXECUTE FUNCTION tell_session_end();

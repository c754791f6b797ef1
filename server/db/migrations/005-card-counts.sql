-- How many cards an account has in each state, as a sum of changes: counting the cards themselves costs a walk over all of
-- them at every look at the list. Changes are only added, so writers never wait for each other; a job adds them up.
CREATE TABLE card_count_changes (
  account_id bigint NOT NULL REFERENCES accounts,
  state text NOT NULL,
  change integer NOT NULL
);
CREATE INDEX card_count_changes_account ON card_count_changes (account_id) INCLUDE (state, change);

INSERT INTO card_count_changes SELECT account_id, state, count(*) FROM cards GROUP BY account_id, state;

CREATE FUNCTION count_new_cards() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO card_count_changes SELECT account_id, state, count(*) FROM new_cards GROUP BY account_id, state;
  RETURN NULL;
END $$;

CREATE FUNCTION count_gone_cards() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO card_count_changes SELECT account_id, state, -count(*) FROM old_cards GROUP BY account_id, state;
  RETURN NULL;
END $$;

CREATE FUNCTION count_changed_cards() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO card_count_changes
    SELECT account_id, state, sum(change)
    FROM (
      SELECT account_id, state, 1 AS change FROM new_cards
      UNION ALL
      SELECT account_id, state, -1 FROM old_cards
    ) changes
    GROUP BY account_id, state
    HAVING sum(change) <> 0;
  RETURN NULL;
END $$;

-- By statement, not by row: ten thousand cards changed at once are one change of a number.
CREATE TRIGGER cards_added AFTER INSERT ON cards
  REFERENCING NEW TABLE AS new_cards FOR EACH STATEMENT EXECUTE FUNCTION count_new_cards();
CREATE TRIGGER cards_changed AFTER UPDATE ON cards
  REFERENCING OLD TABLE AS old_cards NEW TABLE AS new_cards FOR EACH STATEMENT EXECUTE FUNCTION count_changed_cards();
CREATE TRIGGER cards_removed AFTER DELETE ON cards
  REFERENCING OLD TABLE AS old_cards FOR EACH STATEMENT EXECUTE FUNCTION count_gone_cards();

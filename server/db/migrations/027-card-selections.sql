-- Chosen cards, frozen until an hour after their last use: every step of an operation names the same ones. The id is what a
-- client holds, so it cannot be guessed.
CREATE TABLE card_selections (
  id text PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts,
  user_id bigint NOT NULL REFERENCES users,
  -- null: it is being made, or whoever made it has died; nobody can name it.
  card_total integer,
  used_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX card_selections_of_account ON card_selections (account_id, used_at);
CREATE INDEX card_selections_used ON card_selections (used_at);

-- A thousand ids each, ascending: a hundred thousand in one value are written ten times as long as a page of the list is read.
CREATE TABLE card_selection_parts (
  selection_id text NOT NULL REFERENCES card_selections ON DELETE CASCADE,
  account_id bigint NOT NULL REFERENCES accounts,
  last_id bigint NOT NULL,
  card_ids bigint[] NOT NULL,
  PRIMARY KEY (selection_id, last_id)
);

-- What a card is found by is written by the program, not by SQL: after a change of that rule a job writes the texts of an account anew
-- (server/cards/rewrite-search-texts.ts) and then says so here.
CREATE TABLE card_search_rules (
  account_id bigint PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  version smallint NOT NULL
);

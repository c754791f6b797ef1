-- What belongs to a card is looked up by the card. A connection keeps the plan of the first time, and of an empty table that was counted
-- (card_orders is, in a new database) the planner knows that it has one page: each of 12 000 cards that went to the archive then read all
-- 12 000 rows. Whoever writes one of these functions anew says it again.
ALTER FUNCTION keep_state_of_card_orders() SET enable_seqscan = off;
ALTER FUNCTION remember_first_sent() SET enable_seqscan = off;
ALTER FUNCTION keep_card_tags() SET enable_seqscan = off;
ALTER FUNCTION keep_wb_tags_of_card() SET enable_seqscan = off;

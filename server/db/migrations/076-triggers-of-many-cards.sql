-- What a statement has changed is joined with what was there before. A connection keeps the plan of the first time, and mostly that was one
-- card: it then compares each of a thousand with all thousand, which was most of what a bulk edit took. Whoever writes one of these
-- functions anew says it again.
ALTER FUNCTION keep_card_changes() SET enable_nestloop = off;
ALTER FUNCTION sum_changed_cards() SET enable_nestloop = off;
ALTER FUNCTION keep_card_costs() SET enable_nestloop = off;

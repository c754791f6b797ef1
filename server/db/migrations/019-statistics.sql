-- Nothing is looked up by these, and they are wide: reading them for statistics took two thirds of the time of it, in which
-- nobody else is answered on the embedded database.
ALTER TABLE cards
  ALTER description SET STATISTICS 0, ALTER dimensions SET STATISTICS 0, ALTER characteristics SET STATISTICS 0,
  ALTER sizes SET STATISTICS 0, ALTER photos SET STATISTICS 0, ALTER tags SET STATISTICS 0,
  ALTER search_text SET STATISTICS 0, ALTER nm_ids SET STATISTICS 0;
ALTER TABLE shop_cards
  ALTER sizes SET STATISTICS 0, ALTER errors SET STATISTICS 0, ALTER sent SET STATISTICS 0;

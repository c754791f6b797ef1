-- What the payment of a piece cost, which is a part of what the marketplace keeps. Null in rows that were read before it was kept.
ALTER TABLE report_rows ADD COLUMN acquiring_kopecks bigint;

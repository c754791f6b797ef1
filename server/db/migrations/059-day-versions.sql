-- Whoever keeps what was reckoned from days wants to know whether they have been summed again since (decision 060): each writing of
-- a day's sums has a name of its own. At random and not from a sequence: two are equal only where they are one.
ALTER TABLE day_lines ADD COLUMN version uuid NOT NULL DEFAULT gen_random_uuid();

-- The sums of days do not know of which goods an order was; the sums of cards do.
DROP TRIGGER orders_mark_changed_days ON orders;
CREATE TRIGGER orders_mark_changed_days AFTER UPDATE ON orders FOR EACH ROW
  WHEN ((OLD.account_id, OLD.shop_id, OLD.day, OLD.nm_id, OLD.vendor_code, OLD.price_with_disc_kopecks, OLD.is_cancel)
    IS DISTINCT FROM (NEW.account_id, NEW.shop_id, NEW.day, NEW.nm_id, NEW.vendor_code, NEW.price_with_disc_kopecks, NEW.is_cancel))
  EXECUTE FUNCTION mark_days_of_changed_order();

-- sum() of a bigint counts in 128 bits, in a memory of its own for each sum of each group: a hundred thousand cards with seventeen sums each
-- did not fit, and were written to disk. This one counts in the 64 bits that kopecks have, and refuses what they cannot hold.
CREATE AGGREGATE whole_sum(bigint) (
  SFUNC = int8pl, STYPE = bigint, INITCOND = '0', COMBINEFUNC = int8pl, PARALLEL = SAFE
);

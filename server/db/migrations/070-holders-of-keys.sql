-- Which process runs the request, so that the key of one that has died is free at once. Null: taken by a build of before.
ALTER TABLE idempotency_keys ADD COLUMN holder integer;

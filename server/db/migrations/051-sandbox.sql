-- A shop is of the marketplace or of its sandbox (decision 051): the first token says which, and nothing changes it. One seller
-- may have both.
ALTER TABLE shops ADD COLUMN is_sandbox boolean NOT NULL DEFAULT false;
ALTER TABLE shops DROP CONSTRAINT shops_account_id_sid_key;
ALTER TABLE shops ADD CONSTRAINT shops_account_id_sid_key UNIQUE (account_id, sid, is_sandbox);

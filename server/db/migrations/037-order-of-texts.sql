-- Cards are ordered by their texts as code points compare, whatever language the database was made for: a device that orders them
-- itself has to come to the same (decision 030). `card-sorts.ts` says so, and these two indexes with it.
DROP INDEX cards_title;
CREATE INDEX cards_title ON cards (account_id, title COLLATE "C", id) INCLUDE (state);
DROP INDEX cards_subject_name;
CREATE INDEX cards_subject_name ON cards (account_id, subject_sort_name COLLATE "C", brand COLLATE "C", id) INCLUDE (state);

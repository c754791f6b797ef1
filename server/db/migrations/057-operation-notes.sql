-- What an operation of the report is for, in the marketplace's words: a withholding says there that it is advertising (decision 057). Null in
-- rows that were read before it was kept.
ALTER TABLE report_rows ADD COLUMN operation_note text;

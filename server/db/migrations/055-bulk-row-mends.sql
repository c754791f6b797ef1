-- What is to be done about a refusal, and where in the card: {advice, field}. Rows from before say none.
ALTER TABLE bulk_edit_rows ADD COLUMN mend jsonb;

-- The names of a workbook's sheets, for whoever meant another one than was read; none for CSV.
ALTER TABLE imports ADD COLUMN sheets jsonb NOT NULL DEFAULT '[]';

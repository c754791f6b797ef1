-- A table may have a title and notes above the names of its columns. Which line of the file the names stand in; null: nothing is above them.
ALTER TABLE imports ADD COLUMN heading_line integer;

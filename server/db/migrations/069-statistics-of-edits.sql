-- Nobody asks for rows by these: reading them for statistics was two thirds of an ANALYZE, for which everybody waits.
ALTER TABLE bulk_edit_rows ALTER before SET STATISTICS 0, ALTER after SET STATISTICS 0, ALTER mend SET STATISTICS 0,
  ALTER warnings SET STATISTICS 0;

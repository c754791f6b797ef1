-- When the marketplace's limit lets it be asked again stood in the sentence, which went on naming the time after it was past.
ALTER TABLE sync_cursors ADD COLUMN retry_at timestamptz;

UPDATE sync_cursors SET problem = regexp_replace(problem, '\. Следующая попытка — после .*$', '')
WHERE problem LIKE '%. Следующая попытка — после %';

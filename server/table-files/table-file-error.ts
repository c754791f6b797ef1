/** Why a file is no table that can be read; the sentence is for the person who gave it. */
export class TableFileError extends Error {
  override name = 'TableFileError';
}

export function tooManyColumns(most: number): TableFileError {
  return new TableFileError(`Столбцов больше ${most}: оставьте только нужные`);
}

export function tooManyRows(most: number): TableFileError {
  return new TableFileError(`Строк больше ${new Intl.NumberFormat('ru-RU').format(most)}: разделите файл`);
}

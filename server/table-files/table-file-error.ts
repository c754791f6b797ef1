/** Why a file is no table that can be read; the sentence is for the person who gave it. */
export class TableFileError extends Error {
  override name = 'TableFileError';
}

/**
 * How a withholding says that it is for advertising: «Оказание услуг «WB Продвижение»», «ВБ.Медиа», and whatever calls itself so. The
 * marketplace has no list of these texts.
 */
const ADVERTISING_WORDS = ['продвижени', 'реклам', 'медиа'];

/**
 * For `~` of the database and RegExp alike. Each letter in both cases: what a letter of another case is, a database with the locale
 * «C» knows of Latin alone.
 */
export const ADVERTISING_PATTERN = ADVERTISING_WORDS.map((word) =>
  Array.from(word, (letter) => `[${letter}${letter.toUpperCase()}]`).join(''),
).join('|');

const advertising = new RegExp(ADVERTISING_PATTERN);

/** Null: the row does not say what it is for. */
export function isForAdvertising(operationNote: string | null): boolean | null {
  return operationNote === null || operationNote.trim() === '' ? null : advertising.test(operationNote);
}

import type { DirectoryValue } from './subjects.ts';

/** Of values and the marketplace's lists of them: a list is a hint, so one that it does not have is warned of and taken all the same. */

/** What is compared: upper case, «ё» and several blanks make no difference. */
export function foldValue(text: string): string {
  return text.toLowerCase().replaceAll('ё', 'е').replace(/\s+/g, ' ').trim();
}

/** Says whether the list has a value. One that is empty has all of them: the marketplace keeps none, or it has not been read. */
export function listedIn(listed: readonly Pick<DirectoryValue, 'name'>[]): (value: string) => boolean {
  const names = new Set(listed.map(({ name }) => foldValue(name)));
  return (value) => names.size === 0 || names.has(foldValue(value));
}

/** Of the values that a card is to have those that the list does not have; what the card had before is not asked about. */
export function unlistedValues(
  values: readonly string[],
  had: readonly string[],
  isListed: (value: string) => boolean,
): string[] {
  const known = new Set(had.map(foldValue));
  return values.filter((value) => !known.has(foldValue(value)) && !isListed(value));
}

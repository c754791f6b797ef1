import type { DirectoryName } from '#contract/subjects.ts';

/** The marketplace ties a directory to a characteristic by its name alone. */
const BY_CHARACTERISTIC = new Map<string, DirectoryName>([
  ['цвет', 'COLORS'],
  ['пол', 'KINDS'],
  ['страна производства', 'COUNTRIES'],
  ['сезон', 'SEASONS'],
  ['ставка ндс', 'VAT_RATES'],
]);

export function directoryOf(characteristic: string): DirectoryName | undefined {
  return BY_CHARACTERISTIC.get(characteristic.trim().toLowerCase());
}

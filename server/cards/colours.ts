import type { Card } from '#contract/cards.ts';
import type { SubjectCharacteristic } from '#contract/subjects.ts';
import type { Db } from '#server/db/database.ts';
import { findCharacteristics } from '#server/directory/directory.ts';

/** The characteristic that holds the colour, by the cards' subjects; a subject without one is not there. */
export async function findColours(
  db: Db,
  cards: readonly Card[],
): Promise<Map<number, SubjectCharacteristic>> {
  const characteristics = await findCharacteristics(db, [...new Set(cards.map((card) => card.subjectId))]);
  const colours = characteristics.filter(({ directory }) => directory === 'COLORS');
  return new Map(colours.map((colour) => [colour.subjectId, colour]));
}

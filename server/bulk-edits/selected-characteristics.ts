import { sql } from 'kysely';
import type { SelectedCharacteristic } from '#contract/bulk-edits.ts';
import type { CardSelection } from '#contract/card-operations.ts';
import { resolveSelection } from '#server/cards/selection.ts';
import { characteristicsOf, findCharacteristics, type Reader } from '#server/directory/directory.ts';

/** Each may be a call to the marketplace, for which a person waits; the subjects of most cards come first. */
const SUBJECTS_READ = 20;

/** Which characteristics the chosen cards can have, those of most cards first. */
export async function findSelectedCharacteristics(reader: Reader, selection: CardSelection) {
  const { db, accountId } = reader;
  const cardIds = await resolveSelection(db, accountId, selection);
  const subjects = await db
    .selectFrom('cards')
    .select((eb) => ['subject_id as id', eb.fn.countAll<number>().as('cardCount')])
    .where('account_id', '=', accountId)
    .where('id', '=', sql<number>`any(${cardIds}::bigint[])`)
    .groupBy('subject_id')
    .orderBy('cardCount', 'desc')
    .orderBy('subject_id')
    .execute();
  for (const { id } of subjects.slice(0, SUBJECTS_READ)) await characteristicsOf(reader, id);
  const cardCounts = new Map(subjects.map((subject) => [subject.id, subject.cardCount]));
  const known = await findCharacteristics(db, [...cardCounts.keys()]);
  const byId = new Map<number, SelectedCharacteristic>();
  for (const { subjectId, maxCount, isRequired, ...definition } of known) {
    const cardCount = cardCounts.get(subjectId) ?? 0;
    const other = byId.get(definition.id);
    const subjects = [...(other?.subjects ?? []), { id: subjectId, maxCount }];
    byId.set(
      definition.id,
      other
        ? {
            ...other,
            subjects,
            cardCount: other.cardCount + cardCount,
            maxCount: smaller(other.maxCount, maxCount),
            isRequired: isRequired || other.isRequired,
          }
        : { ...definition, maxCount, isRequired, cardCount, subjects },
    );
  }
  return {
    cardTotal: cardIds.length,
    exampleCardId: cardIds[0] ?? null,
    characteristics: [...byId.values()].sort(
      (a, b) => b.cardCount - a.cardCount || a.name.localeCompare(b.name, 'ru'),
    ),
  };
}

/** Of two limits, of which 0 is none. */
function smaller(limit: number, other: number): number {
  if (limit === 0 || other === 0) return Math.max(limit, other);
  return Math.min(limit, other);
}

import type { WantedValues } from '#contract/bulk-table-rows.ts';
import type { CharacteristicValue } from '#contract/cards.ts';
import { keptSubjectText, OTHER_SUBJECT_ADVICE } from '#contract/kept-subject.ts';
import type { SubjectCharacteristic } from '#contract/subjects.ts';
import { valuesOf } from '#server/cards/characteristic-values.ts';
import type { CardChange, CardFacts } from './card-change.ts';
import { refused } from './refused.ts';

type WantedSubject = Pick<NonNullable<WantedValues['subject']>, 'id' | 'name'>;

/** The card goes to another subject, and loses the characteristics that this one has not: they are a part of the row. */
export function changeSubject(card: CardFacts, { id, name }: WantedSubject): CardChange {
  const before = { subject: { id: card.subjectId, name: card.subjectName } };
  if (id === card.subjectId) return { before, after: {}, refusal: null };
  if (card.subjectsThere !== undefined && !card.subjectsThere.has(id)) {
    return {
      before,
      after: {},
      ...refused(keptSubjectText(card.subjectName), OTHER_SUBJECT_ADVICE, 'subjectId'),
    };
  }
  const definitions = definitionsFor(card, id);
  if (definitions.length === 0) {
    return {
      before,
      after: {},
      ...refused(
        `Характеристики предмета «${name}» ещё не загружены: откройте «Создать карточку» и выберите предмет`,
        'Выберите предмет в новой карточке: характеристики прочитаются. Потом подготовьте изменение заново',
        'subjectId',
      ),
    };
  }
  const after = { subject: { id, name } };
  const lost = lostFor(card, id);
  if (lost.length === 0) return { before, after, refusal: null };
  return {
    before: { ...before, characteristics: lost },
    after: { ...after, characteristics: lost.map((one) => ({ id: one.id, values: [] })) },
    refusal: null,
  };
}

/** The card as it would be with the subject: what is said of its characteristics is said of that one's. */
export function withSubject(card: CardFacts, { id, name }: WantedSubject): CardFacts {
  const definitions = definitionsFor(card, id);
  return {
    ...card,
    subjectId: id,
    subjectName: name,
    definitions,
    characteristics: card.characteristics.filter((one) =>
      definitions.some(({ id: known }) => known === one.id),
    ),
  };
}

/** What the card has and the subject knows nothing of. */
export function lostFor(card: CardFacts, subjectId: number): CharacteristicValue[] {
  const known = new Set(definitionsFor(card, subjectId).map(({ id }) => id));
  const ids = new Set(card.characteristics.filter(({ values }) => values.length > 0).map(({ id }) => id));
  return [...ids]
    .filter((id) => !known.has(id))
    .map((id) => ({ id, values: valuesOf(card.characteristics, id) }));
}

function definitionsFor({ definitionsOf }: CardFacts, subjectId: number): readonly SubjectCharacteristic[] {
  return definitionsOf.get(subjectId) ?? [];
}

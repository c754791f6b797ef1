import { MAX_CHARACTERISTIC_VALUES, type CharacteristicChange } from '#contract/bulk-rules.ts';
import { MAX_CHARACTERISTICS } from '#contract/cards.ts';
import type { SubjectCharacteristic } from '#contract/subjects.ts';
import { valuesOf } from '#server/cards/characteristic-values.ts';
import { normaliseLine } from '#server/text/text-rules.ts';
import { plural } from '#server/text/plural.ts';
import type { CardChange, CardFacts } from './card-change.ts';
import { refused, refusedForSubject, type Refused } from './refused.ts';
import { areSameValues, changedValues } from './changed-values.ts';

/** As the check before a shipment reads them. */
const NUMBER = /^\d+([.,]\d+)?$/;

/** A row is about the values of this one: what others do with the rest of the card's characteristics is no conflict. */
export function changeCharacteristic(card: CardFacts, change: CharacteristicChange): CardChange {
  const { id } = change;
  const old = valuesOf(card.characteristics, id);
  const before = { characteristics: [{ id, values: old }] };
  const no = (why: Refused): CardChange => ({ before, after: {}, ...why });
  const field = `characteristics.${id}`;
  const definition = card.definitions.find((one) => one.id === id);
  if (!definition) return no(refusedForSubject(card, change.name));
  if (card.characteristics.filter((one) => one.id === id).length > 1) {
    return no(refused(`В карточке «${definition.name}» указана дважды`, 'Поправьте её в карточке', field));
  }
  const given = change.values.map(normaliseLine).filter((value) => value !== '');
  const asked = definition.type === 'NUMBER' ? given.map((value) => value.replace(',', '.')) : given;
  const values = changedValues(change.action, old, asked);
  if (areSameValues(values, old)) return { before, after: {}, refusal: null };
  const refusal = values.length < old.length ? null : refusalOf(values, definition);
  if (refusal !== null) {
    return no(refused(refusal, 'Возьмите другие значения или поправьте эту карточку отдельно', field));
  }
  if (old.length === 0 && card.characteristics.length >= MAX_CHARACTERISTICS) {
    return no(
      refused(
        `В карточке уже ${MAX_CHARACTERISTICS} характеристик: больше нельзя`,
        'Уберите из неё лишние',
        'characteristics',
      ),
    );
  }
  return { before, after: { characteristics: [{ id, values }] }, refusal: null };
}

function refusalOf(values: readonly string[], definition: SubjectCharacteristic): string | null {
  const { name, type, maxCount } = definition;
  if (type === 'NUMBER') {
    const odd = values.find((value) => !NUMBER.test(value));
    if (odd !== undefined) return `«${name}» — число, а «${odd}» — нет`;
    if (values.length > 1) return `«${name}» — одно число, а вышло бы ${values.length}`;
  }
  const limit = Math.min(maxCount > 0 ? maxCount : Infinity, MAX_CHARACTERISTIC_VALUES);
  if (values.length <= limit) return null;
  return `«${name}»: вышло бы ${plural(values.length, VALUE_FORMS)}, можно не больше ${limit}`;
}

const VALUE_FORMS = ['значение', 'значения', 'значений'] as const;

import { characterCount, hasWrongCheckDigit, USUAL_DESCRIPTION_LENGTH } from '#contract/card-rules.ts';
import type { CardProblem } from '#contract/card-sending.ts';
import type { Card } from '#contract/cards.ts';
import type { SubjectCharacteristic } from '#contract/subjects.ts';
import { containsEmail, forbiddenCharacters } from '#server/text/text-rules.ts';

type Problem = Omit<CardProblem, 'cardId' | 'shopId'>;

/** What the rules look at. */
export type CheckedCard = Pick<
  Card,
  | 'title'
  | 'description'
  | 'characteristics'
  | 'sizes'
  | 'photos'
  | 'dimensions'
  | 'priceKopecks'
  | 'discount'
>;

/** What is wrong with a card whatever the shop: errors are refused by the marketplace, warnings cost money or views. */
export function cardProblems(
  card: CheckedCard,
  characteristics: readonly SubjectCharacteristic[],
): Problem[] {
  return [
    ...textProblems(card),
    ...characteristicProblems(card, characteristics),
    ...sizeProblems(card),
    ...goodsProblems(card),
  ];
}

function textProblems(card: CheckedCard): Problem[] {
  const problems = refusedTexts(card, { title: 'title', description: 'description' });
  if (card.title === '') problems.push(error('title', 'Укажите наименование'));
  if (card.description === '') problems.push(warning('description', 'Нет описания'));
  if (characterCount(card.description) > USUAL_DESCRIPTION_LENGTH) {
    problems.push(
      warning('description', 'Описание длиннее 2000 символов: часть предметов такое не принимает'),
    );
  }
  return problems;
}

/** What no shop takes; of a shop's own texts both problems lead to the place where they are written. */
export function refusedTexts(
  texts: { title: string; description: string },
  field: { title: string; description: string },
): Problem[] {
  const problems: Problem[] = [];
  const forbidden = forbiddenCharacters(texts.title);
  if (forbidden.length > 0) {
    const told = `Поле Наименование не должно содержать запрещенные символы: ${forbidden.join(' ')}`;
    problems.push(error(field.title, told));
  }
  if (containsEmail(texts.title)) {
    problems.push(error(field.title, 'Запрещено использовать E-Mail в поле Наименование'));
  }
  if (containsEmail(texts.description)) {
    problems.push(error(field.description, 'Запрещено использовать E-Mail в поле Описание'));
  }
  return problems;
}

function characteristicProblems(
  card: CheckedCard,
  characteristics: readonly SubjectCharacteristic[],
): Problem[] {
  const valuesOf = new Map(card.characteristics.map(({ id, values }) => [id, values]));
  return characteristics.flatMap((characteristic): Problem[] => {
    const field = `characteristics.${characteristic.id}`;
    const values = (valuesOf.get(characteristic.id) ?? []).filter((value) => value.trim() !== '');
    if (values.length === 0) {
      if (!characteristic.isRequired) return [];
      return [error(field, `Не заполнена обязательная характеристика: ${characteristic.name}`)];
    }
    if (characteristic.type === 'NUMBER' && !values.every((value) => /^\d+([.,]\d+)?$/.test(value))) {
      return [error(field, `${characteristic.name}: нужно одно число`)];
    }
    if (characteristic.maxCount > 0 && values.length > characteristic.maxCount) {
      return [error(field, `${characteristic.name}: не больше ${characteristic.maxCount}`)];
    }
    return [];
  });
}

function sizeProblems(card: CheckedCard): Problem[] {
  const problems: Problem[] = [];
  for (const techSize of repeated(card.sizes.map((size) => size.techSize))) {
    problems.push(error('sizes', `Размер ${techSize === '' ? 'без названия' : techSize} указан дважды`));
  }
  const barcodes = card.sizes.flatMap((size) => size.skus);
  for (const barcode of repeated(barcodes)) problems.push(error('sizes', `Баркод ${barcode} указан дважды`));
  for (const barcode of barcodes) {
    if (hasWrongCheckDigit(barcode)) {
      problems.push(warning('sizes', `Баркод ${barcode}: неверная контрольная цифра`));
    }
  }
  return problems;
}

function goodsProblems(card: CheckedCard): Problem[] {
  const problems: Problem[] = [];
  const { lengthCm, widthCm, heightCm, weightKg } = card.dimensions;
  if (card.photos.length === 0) problems.push(warning('photos', 'Нет фото'));
  if (Math.min(lengthCm, widthCm, heightCm, weightKg) <= 0) {
    problems.push(warning('dimensions', 'Не указаны габариты и вес с упаковкой: по ним считается логистика'));
  }
  if (card.priceKopecks === 0) problems.push(warning('priceKopecks', 'Не указана цена'));
  if (card.priceKopecks % 100 !== 0) {
    problems.push(error('priceKopecks', 'Цена указывается целыми рублями'));
  }
  return problems;
}

function repeated(values: readonly string[]): string[] {
  return [...new Set(values.filter((value, index) => values.indexOf(value) !== index))];
}

function error(field: string, detail: string): Problem {
  return { kind: 'error', field, detail };
}

function warning(field: string, detail: string): Problem {
  return { kind: 'warning', field, detail };
}

import { foldForSearch } from '#contract/catalogue/search-words.ts';
import { USUAL_DESCRIPTION_LENGTH } from '#contract/card-rules.ts';
import { normaliseLine } from '#server/text/text-rules.ts';
import type { TextFacts } from './text-facts.ts';
import { usableTitle } from './titles-by-rules.ts';

const PART_GAP = '\n\n';

type Characteristic = TextFacts['characteristics'][number];

/** Which part of the description a characteristic belongs to; anything else is told with the details. */
const MATERIAL = /состав|материал|ткан|фактура|плотност|основа|подклад|подошв|стельк|верх|ворс/;
const PURPOSE = /пол$|сезон|назначение|возраст|тематика|совместимость/;
const CARE = /уход|стирк|мыть|пмм|свч/;
const KIT = /комплектац|количество предметов|страна|вес товара|гарант/;

/** How each part may begin; what a card is for is told without a beginning, too. */
const HEADINGS = {
  purpose: ['', 'Коротко', 'Главное', 'Для кого и для чего'],
  material: ['Из чего сделано', 'Материал', 'Состав и материал', 'Что внутри и снаружи'],
  details: ['Особенности', 'Подробнее о товаре', 'Что важно знать', 'Размеры и детали'],
  care: ['Уход', 'Как ухаживать', 'Рекомендации по уходу', 'Чтобы вещь служила дольше'],
  kit: ['В комплекте', 'Комплектация', 'Что вы получите', 'В упаковке'],
} as const;

/** A part of the text: what it tells, one thing after another. */
interface Part {
  heading: string;
  facts: readonly string[];
  /** Each on a line of its own. */
  isList: boolean;
}

/**
 * A description made of the card's own facts: for whom, what of, details, care, what is in the box. A part without facts is left
 * out: says nothing that the card does not say. `variant` changes the order and the words, so that shops need not say the same;
 * each of its digits is one choice, and there is no choice where a card has nothing to choose between.
 */
export function descriptionByRules(facts: TextFacts, variant = 0): string {
  const digit = digitsOf(variant);
  const rest = [...facts.characteristics];
  const told = {
    purpose: take(rest, PURPOSE).map((one) => toldOf({ ...one, values: one.values.map(uncapitalised) })),
    material: take(rest, MATERIAL).map(toldOf),
  };
  const care = take(rest, CARE);
  const kit = take(rest, KIT);
  const others = [
    ...rest,
    ...care.filter((one) => !saysMoreThanYes(one)),
    ...kit.filter((one) => !isKit(one)),
  ];
  const isList = digit(2) === 1;
  const part = (name: keyof typeof HEADINGS, all: readonly string[]): Part[] => {
    if (all.length === 0) return [];
    const headings = HEADINGS[name];
    const heading = headings[digit(headings.length)] ?? headings[0];
    return [{ heading, facts: turned(all, digit(all.length)), isList: isList && heading !== '' }];
  };
  const [first, second] = [part('material', told.material), part('details', others.map(toldOf))];
  const body = swapped(first, second, digit);
  const end = swapped(
    part('care', care.filter(saysMoreThanYes).map(valueOf)),
    part('kit', kit.filter(isKit).map(valueOf)),
    digit,
  );
  return withinLimit(opening(facts, part('purpose', told.purpose)), [...body, ...end]);
}

/** The digits of a number, each of the base that it is asked for with. */
function digitsOf(number: number): (base: number) => number {
  let left = number;
  return (base) => {
    const digit = left % base;
    left = Math.floor(left / base);
    return digit;
  };
}

function swapped(one: Part[], other: Part[], digit: (base: number) => number): Part[] {
  const isChoice = one.length > 0 && other.length > 0;
  return isChoice && digit(2) === 1 ? [...other, ...one] : [...one, ...other];
}

/** The same in another order: it begins elsewhere. */
function turned<T>(list: readonly T[], start: number): T[] {
  return [...list.slice(start), ...list.slice(0, start)];
}

function take(rest: Characteristic[], pattern: RegExp): Characteristic[] {
  const taken = rest.filter((characteristic) => pattern.test(foldForSearch(characteristic.name)));
  for (const characteristic of taken) rest.splice(rest.indexOf(characteristic), 1);
  return taken;
}

function opening(facts: TextFacts, [purpose]: readonly Part[]): string {
  const name = ended(usableTitle(facts.title, facts.brand) || normaliseLine(facts.subjectName));
  if (!purpose) return name;
  const gap = purpose.isList ? PART_GAP : ' ';
  const told = asMuchAsFits(
    purpose.heading === '' ? begunAsSentence(purpose) : purpose,
    USUAL_DESCRIPTION_LENGTH - name.length - gap.length,
  );
  return told === '' ? name : name + gap + told;
}

function begunAsSentence(part: Part): Part {
  return { ...part, facts: part.facts.map((fact, index) => (index === 0 ? capitalised(fact) : fact)) };
}

function textOf({ heading, facts, isList }: Part): string {
  const [begin, between] = isList ? [':\n- ', ';\n- '] : [': ', '; '];
  return ended(`${heading === '' ? '' : heading + begin}${facts.join(between)}`);
}

/** Whole parts as long as every category takes them; of the one that goes over, whole facts. */
function withinLimit(beginning: string, parts: readonly Part[]): string {
  let text = beginning;
  for (const part of parts) {
    const room = USUAL_DESCRIPTION_LENGTH - text.length - PART_GAP.length;
    const told = asMuchAsFits(part, room);
    if (told !== '') text += PART_GAP + told;
    if (told.length < textOf(part).length) break;
  }
  return text;
}

function asMuchAsFits(part: Part, room: number): string {
  for (let count = part.facts.length; count > 0; count -= 1) {
    const text = textOf({ ...part, facts: part.facts.slice(0, count) });
    if (text.length <= room) return text;
  }
  return '';
}

/** With one full stop: «4 шт.» has its own. */
function ended(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** «Можно мыть в ПММ — да» says nothing without its name. */
function saysMoreThanYes({ values }: Characteristic): boolean {
  return !values.every((value) => /^(да|нет)$/i.test(value));
}

function isKit({ name }: Characteristic): boolean {
  return /комплектац/i.test(name);
}

/** «объем — 450 мл», «состав — хлопок 95%, эластан 5%» */
function toldOf(characteristic: Characteristic): string {
  const { name } = characteristic;
  return `${uncapitalised(name)} — ${valueOf(characteristic)}`;
}

function valueOf({ unit, values }: Characteristic): string {
  const value = values.join(', ').replace(/\.$/, '');
  return unit !== '' && /^\d+([.,]\d+)?$/.test(value) ? `${value} ${unit}` : value;
}

/** «Женский», not «USB». */
function uncapitalised(text: string): string {
  return /^\p{Lu}(?!\p{Lu})/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

import { foldForSearch } from '#contract/catalogue/search-words.ts';
import { USUAL_DESCRIPTION_LENGTH } from '#contract/card-rules.ts';
import { normaliseLine } from '#server/text/text-rules.ts';
import type { TextFacts } from './text-facts.ts';
import { usableTitle } from './titles-by-rules.ts';

type Characteristic = TextFacts['characteristics'][number];

/** Which part of the description a characteristic belongs to; anything else is told with the details. */
const MATERIAL = /состав|материал|ткан|фактура|плотност|основа|подклад|подошв|стельк|верх|ворс/;
const PURPOSE = /пол$|сезон|назначение|возраст|тематика|совместимость/;
const CARE = /уход|стирк|мыть|пмм|свч/;
const KIT = /комплектац|количество предметов|страна|вес товара|гарант/;

/** How each part begins; a shop has its own of them. */
const HEADINGS = {
  material: ['Из чего сделано', 'Материал', 'Состав и материал', 'Что внутри и снаружи'],
  details: ['Особенности', 'Подробнее о товаре', 'Что важно знать', 'Размеры и детали'],
  care: ['Уход', 'Как ухаживать', 'Рекомендации по уходу', 'Чтобы вещь служила дольше'],
  kit: ['В комплекте', 'Комплектация', 'Что вы получите', 'В упаковке'],
} as const;
const ORDERS: readonly (readonly (keyof typeof HEADINGS)[])[] = [
  ['material', 'details', 'care', 'kit'],
  ['details', 'material', 'care', 'kit'],
  ['material', 'details', 'kit', 'care'],
  ['details', 'material', 'kit', 'care'],
];

/**
 * A description made of the card's own facts: for whom, what of, details, care, what is in the box. A part without facts is left
 * out: says nothing that the card does not say. `variant` changes the order and the words, so that shops need not say the same.
 */
export function descriptionByRules(facts: TextFacts, variant = 0): string {
  const rest = [...facts.characteristics];
  const purpose = take(rest, PURPOSE);
  const material = take(rest, MATERIAL);
  const care = take(rest, CARE);
  const kit = take(rest, KIT);
  const parts = {
    material: sentence(headingOf('material', variant), material),
    details: sentence(headingOf('details', variant), [
      ...turned(rest, variant),
      ...care.filter((one) => !saysMoreThanYes(one)),
      ...kit.filter((one) => !isKit(one)),
    ]),
    care: sentence(headingOf('care', variant), care.filter(saysMoreThanYes), valueOf),
    kit: sentence(headingOf('kit', variant), kit.filter(isKit), valueOf),
  };
  const order = ORDERS[Math.floor(variant / 4) % ORDERS.length] ?? [];
  const told = [opening(facts, purpose), ...order.map((part) => parts[part])].filter((text) => text !== '');
  return withinLimit(told);
}

function headingOf(part: keyof typeof HEADINGS, variant: number): string {
  const headings = HEADINGS[part];
  return headings[variant % headings.length] ?? headings[0];
}

/** The same in another order: it begins elsewhere. */
function turned<T>(list: readonly T[], variant: number): T[] {
  const start = list.length === 0 ? 0 : Math.floor(variant / 16) % list.length;
  return [...list.slice(start), ...list.slice(0, start)];
}

function take(rest: Characteristic[], pattern: RegExp): Characteristic[] {
  const taken = rest.filter((characteristic) => pattern.test(foldForSearch(characteristic.name)));
  for (const characteristic of taken) rest.splice(rest.indexOf(characteristic), 1);
  return taken;
}

function opening(facts: TextFacts, purpose: readonly Characteristic[]): string {
  const name = usableTitle(facts.title, facts.brand) || normaliseLine(facts.subjectName);
  const about = purpose.map((one) => toldOf({ ...one, values: one.values.map(uncapitalised) })).join('; ');
  return about === '' ? ended(name) : `${ended(name)} ${ended(capitalised(about))}`;
}

function sentence(
  heading: string,
  characteristics: readonly Characteristic[],
  tell: (characteristic: Characteristic) => string = toldOf,
): string {
  if (characteristics.length === 0) return '';
  return ended(`${heading}: ${characteristics.map(tell).join('; ')}`);
}

/** Whole parts as long as every category takes them; of the one that goes over, whole facts. */
function withinLimit(parts: readonly string[]): string {
  let text = '';
  for (const part of parts) {
    const gap = text === '' ? '' : '\n\n';
    const room = USUAL_DESCRIPTION_LENGTH - text.length - gap.length;
    if (part.length <= room) text += gap + part;
    else return text + cutAtFact(gap + part, room);
  }
  return text;
}

function cutAtFact(part: string, room: number): string {
  const end = part.lastIndexOf('; ', room - 1);
  return end < 0 ? '' : ended(part.slice(0, end));
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

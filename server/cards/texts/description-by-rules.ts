import { foldForSearch, normaliseLine } from '#server/text/text-rules.ts';
import type { TextFacts } from './text-facts.ts';
import { usableTitle } from './titles-by-rules.ts';

type Characteristic = TextFacts['characteristics'][number];

/** Which part of the description a characteristic belongs to; anything else is told with the fit. */
const MATERIAL = /состав|материал|ткан|фактура|плотност|основа|подклад|подошв|стельк|верх|ворс/;
const PURPOSE = /пол$|сезон|назначение|возраст|тематика|совместимость/;
const CARE = /уход|стирк|мыть|пмм|свч/;
const KIT = /комплектац|количество предметов|страна|вес товара|гарант/;

/**
 * A description in five parts made of the card's own facts: for whom, what of, size and features, care, what is in the box.
 * Says nothing that the card does not say; parts without facts get one neutral sentence.
 */
export function descriptionByRules(facts: TextFacts): string {
  const rest = [...facts.characteristics];
  const purpose = take(rest, PURPOSE);
  const material = take(rest, MATERIAL);
  const care = take(rest, CARE);
  const kit = take(rest, KIT);
  return [
    opening(facts, purpose),
    sentences('Из чего сделано', material, 'Материалы подобраны для ежедневного использования.'),
    sentences(
      'Особенности',
      [...rest, ...care.filter((one) => !saysMoreThanYes(one)), ...kit.filter((one) => !isKit(one))],
      'Размеры указаны в характеристиках карточки.',
    ),
    sentences('Уход', care.filter(saysMoreThanYes), 'Уход простой: следуйте указаниям на упаковке.', valueOf),
    sentences('В комплекте', kit.filter(isKit), 'В упаковке одно изделие, его удобно подарить.', valueOf),
  ].join('\n\n');
}

function take(rest: Characteristic[], pattern: RegExp): Characteristic[] {
  const taken = rest.filter((characteristic) => pattern.test(foldForSearch(characteristic.name)));
  for (const characteristic of taken) rest.splice(rest.indexOf(characteristic), 1);
  return taken;
}

function opening(facts: TextFacts, purpose: readonly Characteristic[]): string {
  const name = usableTitle(facts.title, facts.brand) || normaliseLine(facts.subjectName);
  const about = purpose.map(toldOf).join('; ');
  return about === ''
    ? `${name}. Подходит на каждый день и в подарок.`
    : `${name}. ${ended(capitalised(about))}`;
}

function sentences(
  heading: string,
  characteristics: readonly Characteristic[],
  otherwise: string,
  tell: (characteristic: Characteristic) => string = toldOf,
): string {
  if (characteristics.length === 0) return otherwise;
  return ended(`${heading}: ${characteristics.map(tell).join('; ')}`);
}

/** With one full stop: «4 шт.» has its own. */
function ended(text: string): string {
  return text.endsWith('.') ? text : `${text}.`;
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
  return `${name.charAt(0).toLowerCase()}${name.slice(1)} — ${valueOf(characteristic)}`;
}

function valueOf({ unit, values }: Characteristic): string {
  const value = values.join(', ').replace(/\.$/, '');
  return unit !== '' && /^\d+([.,]\d+)?$/.test(value) ? `${value} ${unit}` : value;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

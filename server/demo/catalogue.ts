import { ean13CheckDigit } from '#contract/card-rules.ts';
import { demoCharacteristics } from './characteristics.ts';
import { DEMO_COLORS, type DemoColor } from './colors.ts';
import { demoDescription } from './descriptions.ts';
import { createRandom, type Random } from './random.ts';
import { BRANDS_OF_FAMILY, DEMO_SUBJECTS, NO_BRAND, type DemoSubject } from './subjects.ts';
import { demoTitle } from './titles.ts';

const DAY_MS = 86_400_000;
const CATALOGUE_AGE_MS = 913 * DAY_MS;
/** September to November and February, March: when shops add most of their cards. */
const BUSY_MONTHS = new Set([9, 10, 11, 2, 3]);
/** The share of groups that makes 45 % of cards stand in groups of 2–8 colours. */
const COLOR_GROUP_SHARE = 0.14;
const TAGS = ['Новинка', 'Хит', 'Сезон', 'На вывод', 'Подарки'];

/** A card as a seller has written it, before any shop has it. */
export interface DemoCard {
  subject: DemoSubject;
  /** Cards of one model in several colours share it. */
  groupNumber: number;
  vendorCode: string;
  title: string;
  description: string;
  brand: string;
  dimensions: DemoSubject['dimensions'];
  /** By the characteristic's name: ids are the marketplace's business. */
  characteristics: Map<string, string[]>;
  sizes: { techSize: string; wbSize: string; skus: string[] }[];
  photos: string[];
  tags: string[];
  priceRub: number;
  discount: number;
  clubDiscount: number;
  costRub: number | null;
  createdAt: Date;
  updatedAt: Date;
  /** The marketplace would refuse it. */
  isRejected: boolean;
  /** The price was cut so far that the marketplace would not take it. */
  isPriceCutTooFar: boolean;
  hasNoStock: boolean;
}

export interface CatalogueOptions {
  seed: number;
  now: Date;
  /** All twelve unless said. */
  subjectIds?: readonly number[];
}

/** An endless, repeatable catalogue: the first n cards are the same whatever n is, and on any day but for their dates. */
export function* demoCatalogue(options: CatalogueOptions): Generator<DemoCard, never> {
  const { subjectIds } = options;
  const subjects = DEMO_SUBJECTS.filter(({ id }) => subjectIds === undefined || subjectIds.includes(id));
  const random = createRandom(options.seed);
  // How many days are drawn depends on the calendar: from the stream of the rest each day would have other cards.
  const randomOfDays = createRandom(~options.seed);
  const identifiers = createIdentifiers();
  for (let groupNumber = 1; ; groupNumber += 1) {
    const subject = random.pick(subjects);
    const model = {
      groupNumber,
      number: identifiers.modelNumber(subject),
      title: demoTitle(subject.id, random),
      brand: random.chance(0.12) ? NO_BRAND : random.pick(BRANDS_OF_FAMILY[subject.family]),
      wealth: random.next(),
      createdAt: demoDay(options.now, randomOfDays),
    };
    const colors = random.chance(COLOR_GROUP_SHARE)
      ? distinctColors(random.whole(2, 8), random)
      : [random.pick(DEMO_COLORS)];
    for (const color of colors)
      yield demoCard({ subject, model, color, now: options.now, random, identifiers });
  }
}

interface Making {
  subject: DemoSubject;
  model: {
    groupNumber: number;
    number: string;
    title: string;
    brand: string;
    wealth: number;
    createdAt: Date;
  };
  color: DemoColor;
  now: Date;
  random: Random;
  identifiers: Identifiers;
}

function demoCard({ subject, model, color, now, random, identifiers }: Making): DemoCard {
  const description = demoDescription(subject.id, subject.family, random);
  const updatedAt = new Date(now.getTime() - CATALOGUE_AGE_MS * random.next() * random.next() ** 3);
  return {
    subject,
    groupNumber: model.groupNumber,
    vendorCode: identifiers.vendorCode(subject, model.number, color, random),
    title: model.title,
    description: random.chance(0.03) ? (description.split(/(?<=\.)\s/)[0] ?? '') : description,
    brand: model.brand,
    dimensions: random.chance(0.04)
      ? { lengthCm: 0, widthCm: 0, heightCm: 0, weightKg: 0 }
      : { ...subject.dimensions },
    characteristics: demoCharacteristics(subject, { title: model.title, colorName: color.name }, random),
    sizes: demoSizes(subject, random, identifiers),
    photos: random.chance(0.06) ? [] : demoPhotos(subject.shape, color.hue, random),
    tags: random.chance(0.2) ? [random.pick(TAGS)] : [],
    ...demoMoney(subject, model.wealth, random),
    createdAt: new Date(Math.min(model.createdAt.getTime(), updatedAt.getTime())),
    updatedAt,
    isRejected: random.chance(0.015),
    isPriceCutTooFar: random.chance(0.02),
    hasNoStock: random.chance(0.08),
  };
}

function demoMoney(subject: DemoSubject, wealth: number, random: Random) {
  const scale = ([from, to]: readonly [number, number], step: number) =>
    Math.round((from + (to - from) * wealth) / step) * step;
  return {
    priceRub: scale(subject.priceRub, 10),
    discount: random.whole(subject.discount[0], subject.discount[1]),
    clubDiscount: random.chance(0.1) ? 5 : 0,
    costRub: random.chance(0.05) ? null : scale(subject.costRub, 5),
  };
}

function demoSizes(subject: DemoSubject, random: Random, identifiers: Identifiers): DemoCard['sizes'] {
  if (subject.techSizes.length === 0) return [{ techSize: '', wbSize: '', skus: [identifiers.barcode()] }];
  const first = random.whole(0, Math.min(2, subject.techSizes.length - 4));
  const count = random.whole(3, Math.min(6, subject.techSizes.length - first));
  return subject.techSizes
    .slice(first, first + count)
    .map((size) => ({ techSize: size, wbSize: size, skus: [identifiers.barcode()] }));
}

function demoPhotos(shape: string, hue: number, random: Random): string[] {
  const count = random.whole(3, 9);
  const first = random.whole(1, 90);
  return Array.from({ length: count }, (_, index) => `/media/drawn/${shape}-${hue}-${first + index}.svg`);
}

function distinctColors(count: number, random: Random): DemoColor[] {
  const colors = new Set<DemoColor>();
  while (colors.size < count) colors.add(random.pick(DEMO_COLORS));
  return [...colors];
}

function demoDay(now: Date, random: Random): Date {
  for (;;) {
    const day = new Date(now.getTime() - DAY_MS - Math.floor(random.next() * CATALOGUE_AGE_MS));
    if (BUSY_MONTHS.has(day.getUTCMonth() + 1) || random.chance(0.5)) return day;
  }
}

interface Identifiers {
  modelNumber(subject: DemoSubject): string;
  vendorCode(subject: DemoSubject, model: string, color: DemoColor, random: Random): string;
  barcode(): string;
}

/** Vendor codes and barcodes that repeat nowhere in one catalogue. */
function createIdentifiers(): Identifiers {
  const models = new Map<number, number>();
  const vendorCodes = new Set<string>();
  // Far from where the marketplace's own numbering starts; a step that is prime to 10^10 never repeats a number.
  let barcodeNumber = 400_000_000;
  const BARCODE_STEP = 7_368_787;
  return {
    modelNumber(subject) {
      const count = (models.get(subject.id) ?? 0) + 1;
      models.set(subject.id, count);
      // A walk over all four-digit numbers, then over five-digit ones.
      const digits = count < 10_000 ? 4 : 5;
      const size = 10 ** digits;
      return String((count * 3_571 + subject.id) % size).padStart(digits, '0');
    },
    vendorCode(subject, model, color, random) {
      const usual = `${subject.vendorCodePrefix}-${model}-${color.code}`;
      const chance = random.next();
      let wanted = usual;
      if (chance < 0.03) {
        wanted = `${subject.cyrillicPrefix}-${color.name.replaceAll(' ', '').slice(0, 5)}-${model}`;
      } else if (chance < 0.04) {
        wanted = `${usual}-${subject.shape}-collection-autumn-winter-warehouse-main-row-12-shelf-04`.slice(
          0,
          72,
        );
      }
      const vendorCode = vendorCodes.has(wanted) ? `${usual}-${vendorCodes.size}` : wanted;
      vendorCodes.add(vendorCode);
      return vendorCode;
    },
    barcode() {
      barcodeNumber += 1;
      const first12 = `20${String((barcodeNumber * BARCODE_STEP) % 10_000_000_000).padStart(10, '0')}`;
      return first12 + ean13CheckDigit(first12);
    },
  };
}

/** The first `count` cards of the catalogue. */
export function takeDemoCards(count: number, options: CatalogueOptions): DemoCard[] {
  const cards: DemoCard[] = [];
  for (const card of demoCatalogue(options)) {
    if (cards.length === count) break;
    cards.push(card);
  }
  return cards;
}

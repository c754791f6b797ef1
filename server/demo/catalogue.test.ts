import { assert, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasWrongCheckDigit } from '#contract/card-rules.ts';
import { takeDemoCards } from './catalogue.ts';
import { characteristicsOfSubject } from './characteristics.ts';

const NOW = new Date('2026-11-20T11:02:00Z');
const cards = takeDemoCards(5000, { seed: 1, now: NOW });
const share = (matches: (card: (typeof cards)[number]) => boolean) =>
  cards.filter(matches).length / cards.length;

describe('the demo catalogue', () => {
  it('is the same for the same seed, and a longer one starts with the shorter one', () => {
    expect(takeDemoCards(200, { seed: 1, now: NOW })).toEqual(cards.slice(0, 200));
    expect(takeDemoCards(1, { seed: 2, now: NOW })[0]).not.toEqual(cards[0]);
  });

  it('is the same on any day, in the same order of changes', () => {
    const DAY_MS = 86_400_000;
    for (const days of [1, 40, 200]) {
      const now = new Date(NOW.getTime() + days * DAY_MS);
      const later = takeDemoCards(500, { seed: 1, now });
      const known = cards.slice(0, 500);
      const withoutDates = ({ createdAt: _created, updatedAt: _updated, ...card }: (typeof cards)[number]) =>
        card;
      expect(later.map(withoutDates)).toEqual(known.map(withoutDates));
      expect(later.map((card) => now.getTime() - card.updatedAt.getTime())).toEqual(
        known.map((card) => NOW.getTime() - card.updatedAt.getTime()),
      );
    }
  });

  it('gives every card a vendor code of its own, at most 72 characters', () => {
    expect(new Set(cards.map((card) => card.vendorCode)).size).toBe(cards.length);
    expect(Math.max(...cards.map((card) => card.vendorCode.length))).toBeLessThanOrEqual(72);
  });

  it('gives every size a barcode of its own with a right check digit', () => {
    const barcodes = cards.flatMap((card) => card.sizes.flatMap((size) => size.skus));
    expect(new Set(barcodes).size).toBe(barcodes.length);
    expect(barcodes.every((barcode) => /^20\d{11}$/.test(barcode) && !hasWrongCheckDigit(barcode))).toBe(
      true,
    );
  });

  it('writes titles of at most 60 characters without brand or emoji for any seed', () => {
    assert(
      property(integer(), (seed) => {
        for (const card of takeDemoCards(40, { seed, now: NOW })) {
          expect(card.title.length).toBeGreaterThan(8);
          expect(card.title.length).toBeLessThanOrEqual(60);
          expect(card.title).not.toContain(card.brand);
          expect(card.title).not.toMatch(/\p{Extended_Pictographic}/u);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('fills every required characteristic', () => {
    for (const card of cards) {
      for (const characteristic of characteristicsOfSubject(card.subject)) {
        if (characteristic.isRequired)
          expect(card.characteristics.get(characteristic.name)?.[0]).toBeTruthy();
      }
    }
  });

  it.each([
    ['унисекс', 'Пол', ['Женский', 'Мужской']],
    ['Летнее', 'Сезон', ['лето']],
    ['зимние', 'Сезон', ['зима']],
    ['на молнии', 'Вид застежки', ['молния']],
    ['на шнурках', 'Вид застежки', ['шнурки']],
    ['керамическая', 'Материал посуды', ['керамика']],
    ['поплин', 'Вид ткани постельного белья', ['поплин']],
  ])('says of «%s» in a title nothing else beside it', (word, name, expected) => {
    const told = cards
      .filter(({ title }) => title.includes(word))
      .flatMap(({ characteristics }) => characteristics.get(name) ?? []);
    expect(told).not.toEqual([]);
    expect(new Set(told)).toEqual(new Set(expected));
  });

  it('never praises or bargains in descriptions', () => {
    for (const card of cards) expect(card.description).not.toMatch(/лучш|(^|\s)топ(\s|$)|скидк|@/i);
  });

  it('has unfinished cards in believable shares', () => {
    expect(share((card) => card.photos.length === 0)).toBeCloseTo(0.06, 1);
    expect(share((card) => card.dimensions.lengthCm === 0)).toBeCloseTo(0.04, 1);
    expect(share((card) => card.costRub === null)).toBeCloseTo(0.05, 1);
    expect(share((card) => card.hasNoStock)).toBeCloseTo(0.08, 1);
    expect(share((card) => card.description.length < 100)).toBeGreaterThan(0.01);
    expect(share((card) => card.isRejected)).toBeGreaterThan(0.005);
    expect(share((card) => card.isPriceCutTooFar)).toBeGreaterThan(0.005);
  });

  it('keeps a cost below the price and dates in the past', () => {
    for (const card of cards) {
      expect(card.costRub ?? 0).toBeLessThan(card.priceRub);
      expect(card.createdAt.getTime()).toBeLessThan(NOW.getTime());
      expect(card.updatedAt.getTime()).toBeLessThanOrEqual(NOW.getTime());
      expect(card.updatedAt.getTime()).toBeGreaterThanOrEqual(card.createdAt.getTime());
    }
  });
});

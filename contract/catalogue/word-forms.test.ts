import { describe, expect, it } from 'vitest';
import { wordStems } from './word-forms.ts';

/** What a search for one form finds among texts: whatever begins with one of its stems. */
const finds = (typed: string, stored: string) =>
  stored.includes(typed) || wordStems(typed).some((stem) => stored.startsWith(stem));

describe('every form of a word finds every other', () => {
  it.each([
    ['платье платья платьев платьям платьем платьями'],
    ['кружка кружки кружке кружку кружкой кружек кружками'],
    ['ботинок ботинки ботинка ботинками'],
    ['красный красная красное красные красного красной красную красных'],
    ['детский детская детское детские детских'],
    ['плед пледы пледов пледом'],
    ['ваза вазы вазу вазой вазами'],
    ['сковорода сковороды сковородой'],
    ['полотенце полотенца полотенцем'],
    ['чай чая чаю чаем чае чаи чаев'],
    ['клей клея клею клеем клее'],
    ['шея шеи шею шее шей шеей'],
    ['край края краю краем краями'],
    ['ткань ткани тканью тканей тканям тканями тканях'],
    ['кровать кровати кроватью кроватей кроватями'],
    ['гель геля гелю гелем гели гелей гелями'],
  ])('%s', (line) => {
    const forms = line.split(' ');
    const missed = forms.flatMap((typed) =>
      forms.filter((stored) => !finds(typed, stored)).map((stored) => `${typed} → ${stored}`),
    );
    expect(missed).toEqual([]);
  });
});

it.each(['iphone', 'mug-350', '350', 'стол', 'дом', 'для', 'а', ''])('«%s» has no forms', (word) => {
  expect(wordStems(word)).toEqual([]);
});

it.each([
  ['чай', 'чашка'],
  ['чая', 'часы'],
  ['клей', 'клетчатая'],
  ['край', 'красный'],
  ['сок', 'сковорода'],
  ['плать', 'платформа'],
  ['плать', 'платок'],
  ['соль', 'солнце'],
  ['гель', 'гелакс'],
])('«%s» does not find «%s»', (typed, stored) => {
  expect(finds(typed, stored)).toBe(false);
});

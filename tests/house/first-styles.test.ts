import { describe, expect, it } from 'vitest';
import { cutStyles, wordsOf } from '#config/first-styles.config.ts';

const SHEET = [
  '@layer base{a{color:red}}',
  '@layer utilities{',
  '.p-1{padding:1px}',
  '.p-1\\.5{padding:2px}',
  '.\\32 xl\\:w-96{width:96px}',
  '.before\\:content-\\[\\\'·\\}\\\'\\]:before{content:"}"}',
  ':is(:where(.group):hover .group-hover\\:flex){display:flex}',
  '@media (width>=48rem){.md\\:hidden{display:none}@media (width>=64rem){.md\\:lg\\:grid{display:grid}}}',
  '@supports (animation-timeline:scroll()){.fades:not(:focus){opacity:.5}}',
  '}',
  '@keyframes spin{to{rotate:1turn}}',
].join('');

const cut = (...used: string[]) => cutStyles(SHEET, (name) => used.includes(name));

describe('the styles of a first screen', () => {
  it('are the whole sheet where every class is used', () => {
    expect(cutStyles(SHEET, () => true).first).toBe(SHEET);
  });

  it('are all that is no utility where none is', () => {
    const { first, later } = cut();
    expect(first).toBe('@layer base{a{color:red}}@layer utilities{}@keyframes spin{to{rotate:1turn}}');
    expect(SHEET).toContain(later);
  });

  it.each([
    ['p-1.5', '.p-1\\.5{padding:2px}'],
    ['2xl:w-96', '.\\32 xl\\:w-96{width:96px}'],
    ["before:content-['·}']", '.before\\:content-\\[\\\'·\\}\\\'\\]:before{content:"}"}'],
    ['group-hover:flex', ':is(:where(.group):hover .group-hover\\:flex){display:flex}'],
    ['md:hidden', '@media (width>=48rem){.md\\:hidden{display:none}}'],
    ['md:lg:grid', '@media (width>=48rem){@media (width>=64rem){.md\\:lg\\:grid{display:grid}}}'],
    ['fades', '@supports (animation-timeline:scroll()){.fades:not(:focus){opacity:.5}}'],
  ])('have the rule of %s and no other', (name, rule) => {
    expect(cut(name).first).toBe(cut().first.replace('utilities{', `utilities{${rule}`));
  });

  it('know a class by its name between spaces and quotes of a chunk', () => {
    const words = wordsOf(["x({className:`p-1 ${y?\"md:hidden\":'fades'} before:content-['·}'] group`})"]);
    for (const name of ['p-1', 'md:hidden', 'fades', "before:content-['·}']", 'group'])
      expect(words).toContain(name);
    expect(words).not.toContain('p-1.5');
  });
});

it('all utilities come with the other pages in their order, and once more those of the first', () => {
  const { later } = cut('p-1');
  expect(later).toMatch(/^@layer utilities\{\.p-1\{.*\}$/s);
});

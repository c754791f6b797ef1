import { describe, expect, it } from 'vitest';
import { codePicture } from '#tests/support/code-pictures.ts';
import { decodePicture } from './decode-picture.ts';

const CODES = [
  ['ean13', '4600000000015', '4600000000015'],
  ['ean8', '96385074', '96385074'],
  ['upca', '036000291452', '036000291452'],
  ['code128', 'MUG-17/2', 'MUG-17/2'],
  ['qrcode', 'Кружка-17', 'Кружка-17'],
] as const;

const SEEN = [
  ['as printed', {}],
  ['small', { modulePx: 2 }],
  ['near', { modulePx: 4 }],
  ['a little out of focus', { blur: 1.2 }],
  ['far and a little out of focus', { modulePx: 2, blur: 0.5 }],
  ['tilted', { rotate: 8 }],
  ['upside down', { rotate: 180 }],
  ['on its side', { rotate: 90 }],
  ['on its other side, tilted', { rotate: 275 }],
  ['in noise', { noise: 40 }],
  ['in a dim warehouse', { contrast: [70, 150], noise: 6, blur: 0.7 }],
] as const;

describe('a picture of a code', () => {
  for (const [bcid, text, barcode] of CODES) {
    it.each(SEEN)(`with ${bcid} says it: %s`, async (_, how) => {
      expect(decodePicture(await codePicture(bcid, text, how))).toBe(barcode);
    });
  }

  it('says nothing where there is nothing, or a kind without a check', async () => {
    const blank = { width: 640, height: 480, data: new Uint8ClampedArray(640 * 480 * 4).fill(200) };
    expect(decodePicture(blank)).toBeUndefined();
    expect(decodePicture(await codePicture('code39', 'MUG17', {}))).toBeUndefined();
  });

  it('says the code or nothing, and never another one, however bad it is', async () => {
    for (const modulePx of [1, 1.3, 1.6, 2]) {
      for (const blur of [0, 1, 2, 3]) {
        const how = { modulePx, blur, noise: 60, rotate: 12 };
        const found = decodePicture(await codePicture('ean13', '2045678901233', how));
        expect([undefined, '2045678901233']).toContain(found);
      }
    }
  });
});

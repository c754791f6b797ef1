import { inflateSync } from 'node:zlib';
import { assert, integer, property, uint8Array } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutTexts } from './colour-profile.ts';
import { photoProblem, readImage } from './image-file.ts';
import { sampleJpeg, samplePng, sampleProfile, sampleWebp } from '#tests/support/media/image-samples.ts';

const samples = { jpg: sampleJpeg, png: samplePng, webp: sampleWebp };
const kinds = Object.entries(samples) as ['jpg' | 'png' | 'webp', typeof sampleJpeg][];

/** The colour profile as text, unpacked where it is packed. */
function profileOf(bytes: Buffer = Buffer.alloc(0)): string {
  const packed = bytes.indexOf('iCCP');
  if (packed < 0) return bytes.subarray(bytes.indexOf('acsp')).toString('latin1');
  return inflateSync(bytes.subarray(packed + 4 + 'ICC\0\0'.length)).toString('latin1');
}

describe('a picture', () => {
  it.each(kinds)('%s tells its size, whatever its name says', (extension, sample) => {
    expect(readImage(sample({ width: 901, height: 1203 }))).toMatchObject({
      extension,
      width: 901,
      height: 1203,
      isAnimated: false,
    });
  });

  it.each(kinds)('%s loses place, camera and comments, and stays the same picture', (_, sample) => {
    const image = readImage(sample({ secret: 'GPS 55.75, 37.61', hasExtras: true }));
    expect(image?.bytes.toString('latin1')).not.toContain('GPS');
    expect(profileOf(image?.bytes)).toContain('colours here');
    expect(profileOf(image?.bytes)).not.toContain('GPS');
    expect(readImage(image?.bytes ?? Buffer.alloc(0))).toEqual(image);
  });

  it.each(kinds)('%s loses what was hung on after its end', (_, sample) => {
    const image = readImage(Buffer.concat([sample(), Buffer.from('PK\u0003\u0004<script>')]));
    expect(image?.bytes).toEqual(readImage(sample())?.bytes);
  });

  it.each(kinds)('%s that is cut anywhere is none', (_, sample) => {
    const whole = sample();
    for (let length = 0; length < whole.length; length += 1) {
      expect(readImage(whole.subarray(0, length)), String(length)).toBeUndefined();
    }
  });

  it('keeps the way it is turned, and nothing else of EXIF', () => {
    const image = readImage(sampleJpeg({ orientation: 6, secret: 'GPS' }));
    expect(image?.bytes.toString('latin1')).not.toContain('GPS');
    expect(image?.bytes.toString('hex')).toContain('4d4d002a000000080001011200030000000100060000');
    expect(readImage(image?.bytes ?? Buffer.alloc(0))?.bytes).toEqual(image?.bytes);
    expect(readImage(sampleJpeg({ orientation: 1 }))?.bytes.includes('Exif')).toBe(false);
  });

  it.each([
    [1, 900, 700],
    [2, 900, 700],
    [3, 900, 700],
    [4, 900, 700],
    [5, 700, 900],
    [6, 700, 900],
    [7, 700, 900],
    [8, 700, 900],
  ])('that is turned the way %i has the size that it is shown in: %i×%i', (orientation, width, height) => {
    const image = readImage(sampleJpeg({ width: 900, height: 700, orientation }));
    expect(image).toMatchObject({ width, height });
    // The way it is turned is kept, and so is the size.
    expect(readImage(image?.bytes ?? Buffer.alloc(0))).toMatchObject({ width, height });
    expect(photoProblem(image) === null).toBe(orientation >= 5);
  });

  it('keeps no thumbnail, and the two segments that the picture needs', () => {
    const bytes = readImage(sampleJpeg({ secret: 'лицо', hasExtras: true }))?.bytes ?? Buffer.alloc(0);
    const text = bytes.toString('latin1');
    expect(text).not.toContain('JFXX');
    expect(bytes.includes('лицо')).toBe(false);
    expect(text).toContain('JFIF\0\u0001\u0001\0\0\u0001\0\u0001\0\0');
    expect(text).toContain('Adobe\0d');
  });

  it('whose profile is none keeps none of it', () => {
    for (const broken of [Buffer.alloc(10), sampleProfile('GPS').subarray(1), Buffer.alloc(200, 0x47)]) {
      expect(withoutTexts(broken)).toBeUndefined();
    }
    const beyond = sampleProfile('GPS');
    beyond.writeUInt32BE(0xffff_ffff, 136);
    expect(withoutTexts(beyond)).toBeUndefined();
  });

  it('is never found in other bytes, and reading never throws', () => {
    expect(readImage(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBeUndefined();
    expect(readImage(Buffer.from('GIF89a'))).toBeUndefined();
    assert(property(uint8Array({ maxLength: 200 }), (bytes) => readImage(Buffer.from(bytes)) === undefined));
    for (const [, sample] of kinds) {
      const whole = sample({ secret: 'x' });
      assert(
        property(integer({ min: 0, max: whole.length - 1 }), integer({ min: 0, max: 255 }), (at, value) => {
          const broken = Buffer.from(whole);
          broken[at] = value;
          const image = readImage(broken);
          expect(image === undefined || image.bytes.length > 0).toBe(true);
        }),
      );
    }
  });
});

describe('a photo for a card', () => {
  it.each([
    [undefined, 'Подойдут целые файлы JPG, PNG и WebP'],
    [readImage(sampleJpeg()), null],
    [readImage(sampleJpeg({ width: 700, height: 900 })), null],
    [readImage(sampleJpeg({ width: 699, height: 900 })), 'Фото меньше 700×900 пикселей'],
    [readImage(samplePng({ width: 10_001, height: 900 })), 'Фото слишком большое'],
    [readImage(samplePng({ width: 9_000, height: 9_000 })), 'Фото слишком большое'],
    [readImage(samplePng({ isAnimated: true })), 'Фото не должно двигаться'],
    [readImage(sampleWebp({ isAnimated: true })), 'Фото не должно двигаться'],
  ])('%#', (image, problem) => {
    if (problem === null) expect(photoProblem(image)).toBeNull();
    else expect(photoProblem(image)).toContain(problem);
  });
});

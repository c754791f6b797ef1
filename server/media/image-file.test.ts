import { assert, integer, property, uint8Array } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { photoProblem, readImage } from './image-file.ts';
import { sampleJpeg, samplePng, sampleWebp } from './image-samples.ts';

const samples = { jpg: sampleJpeg, png: samplePng, webp: sampleWebp };
const kinds = Object.entries(samples) as ['jpg' | 'png' | 'webp', typeof sampleJpeg][];

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
    const image = readImage(sample({ secret: 'GPS 55.75, 37.61' }));
    expect(image?.bytes.toString('latin1')).not.toContain('GPS');
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

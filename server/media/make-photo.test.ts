import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { assert, integer, property } from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fittedSize } from '#contract/photo-size.ts';
import { PHOTO_LIMITS } from '#contract/photo-uploads.ts';
import { sampleAnimation, sampleBmp, samplePhoto, samplePngBomb } from '#tests/support/media/sample-photo.ts';
import { readBmp } from './bmp.ts';
import { readHead } from './picture.ts';
import { makePhoto, photoProblem } from './make-photo.ts';

let folder: string;
let count = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prilavok-make-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function made(bytes: Buffer) {
  const path = join(folder, String((count += 1)));
  await writeFile(path, bytes);
  return await makePhoto(path);
}

/** The colour at a place, in parts of the picture. */
async function colourAt(bytes: Buffer, x: number, y: number): Promise<[number, number, number]> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const at =
    (Math.floor(y * (info.height - 1)) * info.width + Math.floor(x * (info.width - 1))) * info.channels;
  return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
}
const isRed = ([red, green, blue]: readonly number[]) =>
  (red ?? 0) > 200 && (green ?? 0) < 60 && (blue ?? 0) < 60;

describe('a photo that is made', () => {
  it.each(['jpg', 'png', 'webp', 'gif'] as const)('of %s is a JPEG in sRGB', async (kind) => {
    const photo = await made(await samplePhoto({ kind, width: 901, height: 1203 }));
    expect(await sharp(photo.bytes).metadata()).toMatchObject({ format: 'jpeg', space: 'srgb' });
    expect(photo).toMatchObject({ width: 901, height: 1203 });
  });

  it.each([
    [24, false],
    [24, true],
    [32, false],
  ] as const)(
    'of a BMP of %i bits is a JPEG in sRGB, the right way up (from above: %s)',
    async (bits, isFromAbove) => {
      const photo = await made(sampleBmp({ bits, isFromAbove }));
      expect(await sharp(photo.bytes).metadata()).toMatchObject({ format: 'jpeg', space: 'srgb' });
      expect(photo).toMatchObject({ width: 901, height: 1202 });
      const near = (colour: readonly number[]) => colour.map((one) => Math.round(one / 10) * 10);
      expect(near(await colourAt(photo.bytes, 0.1, 0.1))).toEqual([120, 0, 0]);
      expect(near(await colourAt(photo.bytes, 0.1, 0.9))).toEqual([250, 0, 0]);
      expect(near(await colourAt(photo.bytes, 0.9, 0.9))).toEqual([0, 0, 250]);
    },
  );

  it.each(['jpg', 'png', 'webp'] as const)('of %s tells nothing of where and by whom', async (kind) => {
    const given = await samplePhoto({ kind, secret: 'GPS 55.75', orientation: 1, profile: 'p3' });
    expect(given.includes('GPS 55.75')).toBe(true);
    const { bytes } = await made(Buffer.concat([given, Buffer.from('PK\u0003\u0004 hung on after its end')]));
    const { exif, icc, xmp, iptc } = await sharp(bytes).metadata();
    expect([exif, icc, xmp, iptc]).toEqual([undefined, undefined, undefined, undefined]);
    for (const trace of ['GPS', 'hung on', 'ICC_PROFILE', 'Exif']) expect(bytes.includes(trace)).toBe(false);
  });

  it('has the colours of the one that came, in the space that screens have', async () => {
    for (const profile of ['p3', 'cmyk'] as const) {
      const { bytes } = await made(await samplePhoto({ profile, seed: 100 }));
      expect(isRed(await colourAt(bytes, 0.1, 0.5))).toBe(true);
    }
  });

  it.each([
    // The red half is on the left of what the camera wrote.
    [1, 1200, 1000, [0.1, 0.5]],
    [2, 1200, 1000, [0.9, 0.5]],
    [3, 1200, 1000, [0.9, 0.5]],
    [4, 1200, 1000, [0.1, 0.5]],
    [5, 1000, 1200, [0.5, 0.1]],
    [6, 1000, 1200, [0.5, 0.1]],
    [7, 1000, 1200, [0.5, 0.9]],
    [8, 1000, 1200, [0.5, 0.9]],
  ] as const)(
    'with the camera held the way %i is turned: %i×%i',
    async (orientation, width, height, [x, y]) => {
      const photo = await made(await samplePhoto({ width: 1200, height: 1000, orientation }));
      expect(photo).toMatchObject({ width, height });
      expect(isRed(await colourAt(photo.bytes, x, y))).toBe(true);
      expect(isRed(await colourAt(photo.bytes, 1 - x, 1 - y))).toBe(x === y);
    },
  );

  it('stands on white where one could look through it', async () => {
    const glass = await sharp({
      create: { width: 900, height: 1200, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer();
    expect(await colourAt((await made(glass)).bytes, 0.5, 0.5)).toEqual([255, 255, 255]);
  });

  it('is made smaller when it is larger than anybody shows', async () => {
    const photo = await made(await samplePhoto({ width: 4500, height: 6000 }));
    expect(photo).toMatchObject({ width: 3000, height: 4000 });
  });
});

it('a size that is made to fit is within what the marketplace takes, in the same shape, and never grows', () => {
  const side = integer({ min: 700, max: PHOTO_LIMITS.maxSide });
  assert(
    property(side, side, (width, height) => {
      if (photoProblem({ width, height, isAnimated: false }) !== null) return;
      const fitted = fittedSize({ width, height }, PHOTO_LIMITS.keptSide);
      expect(photoProblem({ ...fitted, isAnimated: false })).toBeNull();
      expect(fitted.width <= width && fitted.height <= height).toBe(true);
      expect(Math.abs(fitted.width / fitted.height / (width / height) - 1)).toBeLessThan(0.002);
      const isLong = fitted.width === PHOTO_LIMITS.minWidth || fitted.height === PHOTO_LIMITS.minHeight;
      expect(isLong || Math.max(fitted.width, fitted.height) <= PHOTO_LIMITS.keptSide).toBe(true);
    }),
  );
});

describe('no photo is made', () => {
  const whole = samplePhoto();
  it.each([
    ['of a page', Buffer.from('<html><script>alert(1)</script>'), 'Подойдут целые файлы'],
    [
      'of a drawing',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="900" height="1200"/>'),
      'Подойдут',
    ],
    ['of a document', samplePhoto({ kind: 'tiff' }), 'Подойдут целые файлы'],
    ['of HEIC', Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic'), 'HEIC здесь не открыть'],
    [
      'of one that is cut',
      whole.then((bytes) => bytes.subarray(0, bytes.length / 2)),
      'Подойдут целые файлы',
    ],
    ['of a head alone', whole.then((bytes) => bytes.subarray(0, 20)), 'Подойдут целые файлы'],
    ['of nothing', Buffer.alloc(0), 'Подойдут целые файлы'],
    ['of a BMP that is cut', sampleBmp().subarray(0, 2_000_000), 'Подойдут целые файлы'],
    [
      'of a BMP of few colours, as long as one of many',
      Buffer.concat([sampleBmp({ bits: 8 }), Buffer.alloc(901 * 1202 * 3)]),
      'Подойдут целые файлы',
    ],
    ['of a BMP that is compressed', sampleBmp({ compression: 1 }), 'Подойдут целые файлы'],
    ['of a small BMP', sampleBmp({ width: 640, height: 480 }), 'у этого 640×480'],
    ['of a head of a BMP alone', sampleBmp({ width: 9000, height: 9000 }).subarray(0, 54), 'Подойдут целые'],
    ['of a small one', samplePhoto({ width: 640, height: 480 }), 'у этого 640×480'],
    ['of one turned aside', samplePhoto({ width: 900, height: 700, orientation: 1 }), 'у этого 900×700'],
    ['of what moves, GIF', sampleAnimation('gif'), 'не должно двигаться'],
    ['of what moves, WebP', sampleAnimation('webp'), 'не должно двигаться'],
    ['of a bomb', samplePngBomb(9_000), 'уменьшите до 50 мегапикселей'],
    ['of one side too long', samplePngBomb(60_000), 'уменьшите до 50 мегапикселей'],
  ])('%s', async (_, bytes, reason) => {
    await expect(made(await bytes)).rejects.toMatchObject({
      status: 400,
      detail: [expect.stringContaining(reason)],
    });
  });
});

it('a BMP that is cut is known for one before room is made for what it says it has', () => {
  const whole = sampleBmp();
  expect(readBmp(whole)).toMatchObject({ width: 901, height: 1202 });
  expect(readBmp(whole.subarray(0, whole.length - 1))).toBeUndefined();
});

it('nothing but pictures is opened, whatever a file is taken for', async () => {
  const path = join(folder, 'drawing');
  for (const other of [
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="900" height="1200"/>'),
    samplePhoto({ kind: 'tiff' }),
  ]) {
    await writeFile(path, await other);
    await expect(readHead(path)).rejects.toThrow('unsupported image format');
  }
});

it('others are served while large photos are made', async () => {
  const large = await samplePhoto({ width: 5000, height: 6000 });
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  await Promise.all([made(large), made(large), made(large)]);
  delay.disable();
  expect(delay.max / 1e6).toBeLessThan(100);
});

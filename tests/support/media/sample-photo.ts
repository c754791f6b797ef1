import { Buffer } from 'node:buffer';
import { randomFillSync } from 'node:crypto';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';

export interface SamplePhoto {
  width?: number;
  height?: number;
  kind?: 'jpg' | 'png' | 'webp' | 'gif' | 'tiff';
  /** How a camera was held, 1–8. */
  orientation?: number;
  /** Text among the metadata, as a name of the place. */
  secret?: string;
  /** Colours of another space than that of screens. */
  profile?: 'p3' | 'cmyk';
  /** Makes one picture differ from another. */
  seed?: number;
}

/** Test support: a whole picture. Its left half is red, so that a turned one is seen to be turned. */
export async function samplePhoto({
  width = 900,
  height = 1200,
  kind = 'jpg',
  orientation,
  secret,
  profile,
  seed = 0,
}: SamplePhoto = {}): Promise<Buffer> {
  const channels = 3;
  const background = { r: 150 - (seed % 150), g: (seed * 7) % 256, b: 250 };
  const red = { r: 255, g: 0, b: 0 };
  let picture = sharp({
    create: { width: Math.ceil(width / 2), height, channels, background },
  }).extend({ left: Math.floor(width / 2), background: red });
  if (secret !== undefined) picture = picture.withExif({ IFD0: { Copyright: secret, Artist: secret } });
  if (orientation !== undefined) picture = picture.withMetadata({ orientation });
  if (profile !== undefined) picture = picture.withIccProfile(profile);
  return await picture.toFormat(kind === 'jpg' ? 'jpeg' : kind).toBuffer();
}

/** A GIF or WebP of two pictures. */
export async function sampleAnimation(kind: 'gif' | 'webp'): Promise<Buffer> {
  const frames = await Promise.all([1, 100].map((seed) => samplePhoto({ seed, kind: 'png' })));
  return await animationOf(frames).toFormat(kind).toBuffer();
}

/** The same of noise, megabytes large. */
export async function sampleLargeAnimation(): Promise<Buffer> {
  const frames = await Promise.all([1, 2].map(() => sampleNoise({ width: 900, height: 1200, alpha: 255 })));
  return await animationOf(frames).webp({ lossless: true, effort: 0 }).toBuffer();
}

function animationOf(frames: Buffer[]) {
  return sharp(frames, { join: { animated: true } });
}

/** A PNG that cannot be pressed together: four bytes a pixel, that one looks through as far as `alpha` lets. */
export async function sampleNoise({
  width,
  height,
  alpha,
}: {
  width: number;
  height: number;
  alpha: number;
}) {
  const pixels = randomFillSync(Buffer.alloc(width * height * 4));
  for (let at = 3; at < pixels.length; at += 4) pixels[at] = alpha;
  return await sharp(pixels, { raw: { width, height, channels: 4 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
}

/** A BMP of the left half red and the right half blue; its upper half is darker. */
export function sampleBmp({
  width = 901,
  height = 1202,
  bits = 24,
  isFromAbove = false,
  compression = 0,
}: {
  width?: number;
  height?: number;
  bits?: 8 | 24 | 32;
  isFromAbove?: boolean;
  compression?: number;
} = {}): Buffer {
  const channels = bits / 8;
  const step = Math.ceil((width * channels) / 4) * 4;
  const head = Buffer.alloc(54);
  head.write('BM', 'latin1');
  head.writeUInt32LE(54, 10);
  head.writeUInt32LE(40, 14);
  head.writeInt32LE(width, 18);
  head.writeInt32LE(isFromAbove ? -height : height, 22);
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(bits, 28);
  head.writeUInt32LE(compression, 30);
  const rows = Buffer.alloc(step * height);
  for (let y = 0; y < height; y += 1) {
    const row = isFromAbove ? y : height - 1 - y;
    const light = y < height / 2 ? 120 : 250;
    for (let x = 0; x < width; x += 1) rows[row * step + x * channels + (x < width / 2 ? 2 : 0)] = light;
  }
  return Buffer.concat([head, rows]);
}

/** A PNG of a few bytes that says it is so large. */
export function samplePngBomb(side: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side);
  head.writeUInt32BE(side, 4);
  head.writeUInt32BE(0x08_00_00_00, 8);
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', Buffer.from('789c0300000001', 'hex')),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

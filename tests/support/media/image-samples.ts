import { Buffer } from 'node:buffer';
import { deflateSync } from 'node:zlib';

/** Test support: pictures of the right structure, of any size, with whatever a camera or an attacker puts into them. */

const segment = (code: number, body: Buffer) => {
  const head = Buffer.from([0xff, code, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
};

function exif(orientation: number, secret: string): Buffer {
  const tiff = Buffer.from('49492a00080000000100120103000100000000000000000000000000', 'hex');
  tiff.writeUInt16LE(orientation, 18);
  return Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, Buffer.from(secret)]);
}

/** A colour profile with a colour and a text. */
export function sampleProfile(secret: string): Buffer {
  const colour = Buffer.concat([Buffer.from('XYZ \0\0\0\0', 'latin1'), Buffer.from('colours here')]);
  const text = Buffer.concat([Buffer.from('desc\0\0\0\0', 'latin1'), Buffer.from(secret)]);
  const table = Buffer.alloc(4 + 2 * 12);
  table.writeUInt32BE(2);
  const entries = [
    { name: 'rXYZ', from: 128 + table.length, bytes: colour.length },
    { name: 'desc', from: 128 + table.length + colour.length, bytes: text.length },
  ];
  entries.forEach(({ name, from, bytes }, index) => {
    table.write(name, 4 + index * 12, 'latin1');
    table.writeUInt32BE(from, 8 + index * 12);
    table.writeUInt32BE(bytes, 12 + index * 12);
  });
  // Text that no tag names, at the end.
  const profile = Buffer.concat([Buffer.alloc(128), table, colour, text, Buffer.from(secret)]);
  profile.writeUInt32BE(profile.length);
  profile.write('acsp', 36, 'latin1');
  return profile;
}

export interface JpegInput {
  width?: number;
  height?: number;
  orientation?: number;
  /** Text in EXIF and in a comment. */
  secret?: string;
  /** Makes one picture differ from another. */
  seed?: number;
  /** Thumbnails, a profile and what programs write for themselves, all with the secret in them. */
  hasExtras?: boolean;
}

export function sampleJpeg({
  width = 900,
  height = 1200,
  orientation,
  secret = '',
  seed = 0,
  hasExtras = false,
}: JpegInput = {}) {
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 1);
  frame.writeUInt16BE(width, 3);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...(hasExtras
      ? extraSegments(secret)
      : [segment(0xe0, Buffer.from('JFIF\0\u0001\u0001\0\0\u0001\0\u0001\0\0', 'latin1'))]),
    ...(orientation === undefined ? [] : [segment(0xe1, exif(orientation, secret))]),
    ...(secret === '' ? [] : [segment(0xfe, Buffer.from(secret))]),
    segment(0xc0, frame),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    // A stuffed zero and a restart belong to the picture.
    Buffer.from([seed & 0x7f, 0x11, 0xff, 0x00, 0x22, 0xff, 0xd0, 0x33]),
    Buffer.from([0xff, 0xd9]),
  ]);
}

function extraSegments(secret: string): Buffer[] {
  const hidden = Buffer.from(secret);
  const jfif = Buffer.from('JFIF\0\u0001\u0001\0\0\u0001\0\u0001\u0002\u0002', 'latin1');
  const profile = sampleProfile(secret);
  const part = (number: number, from: number, to?: number) =>
    segment(
      0xe2,
      Buffer.concat([Buffer.from('ICC_PROFILE\0'), Buffer.from([number, 2]), profile.subarray(from, to)]),
    );
  return [
    segment(0xe0, Buffer.concat([jfif, hidden])),
    segment(0xe0, Buffer.concat([Buffer.from('JFXX\0\u0010', 'latin1'), hidden])),
    segment(0xe0, hidden),
    part(1, 0, 100),
    part(2, 100),
    segment(0xee, Buffer.concat([Buffer.from('Adobe\0\u0064\0\0\0\0\0', 'latin1'), hidden])),
    segment(0xee, hidden),
  ];
}

const pngChunk = (name: string, data: Buffer) => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, data, Buffer.alloc(4)]);
};

export function samplePng({ width = 900, height = 1200, secret = '', isAnimated = false } = {}) {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', head),
    ...(secret === ''
      ? []
      : [
          pngChunk('tEXt', Buffer.from(secret)),
          pngChunk('eXIf', Buffer.from(secret)),
          pngChunk('iCCP', Buffer.concat([Buffer.from(`${secret}\0\0`), deflateSync(sampleProfile(secret))])),
        ]),
    ...(isAnimated ? [pngChunk('acTL', Buffer.alloc(8))] : []),
    pngChunk('IDAT', Buffer.from([1, 2, 3])),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

const webpChunk = (name: string, data: Buffer) => {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
};

export function sampleWebp({ width = 900, height = 1200, secret = '', isAnimated = false } = {}) {
  const head = Buffer.alloc(10);
  head[0] = (secret === '' ? 0 : 0x2c) | (isAnimated ? 0x02 : 0);
  head.writeUIntLE(width - 1, 4, 3);
  head.writeUIntLE(height - 1, 7, 3);
  const parts = [
    webpChunk('VP8X', head),
    webpChunk('VP8L', Buffer.from([0x2f, 1, 2, 3, 4])),
    ...(secret === ''
      ? []
      : [
          webpChunk('ICCP', sampleProfile(secret)),
          webpChunk('EXIF', Buffer.from(secret)),
          webpChunk('XMP ', Buffer.from(secret)),
          webpChunk('note', Buffer.from(secret)),
        ]),
  ];
  return webpChunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...parts]));
}

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { photoTypes } from '#contract/photo-uploads.ts';
import { shrinkPhoto } from './shrink-photo.ts';

const LARGE = 3 * 1024 * 1024 + 1;

/** What was drawn, in its order, by a canvas that draws nothing. */
let drawn: string[];
let picture: { width: number; height: number };
let made: Blob | null;
let hasDrawing: boolean;

beforeEach(() => {
  drawn = [];
  picture = { width: 1500, height: 2000 };
  made = new Blob(['small'], { type: 'image/jpeg' });
  hasDrawing = true;
  vi.stubGlobal('createImageBitmap', () => Promise.resolve({ ...picture, close: () => {} }));
  const drawing = {
    fillStyle: '#000000',
    fillRect: (...place: number[]) => drawn.push(`${drawing.fillStyle} ${place.join(' ')}`),
    drawImage: (_: unknown, ...place: number[]) => drawn.push(`picture ${place.join(' ')}`),
  };
  // Only these two of all that a canvas can do are asked of it.
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation((() =>
    hasDrawing ? drawing : null) as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(made));
});

const file = (type: string, bytes = LARGE, head: Uint8Array<ArrayBuffer> = new Uint8Array(0)) =>
  new File([head, new Uint8Array(bytes - head.length)], '1', { type });
const shrunk = (one: File) => shrinkPhoto(one, photoTypes);

/** The head of a WebP: of the long kind, with its flags. */
function webpHead(kind: 'VP8X' | 'VP8 ', flags: number): Uint8Array<ArrayBuffer> {
  const head = new Uint8Array(30);
  head.set(Array.from(`RIFF....WEBP${kind}`, (letter) => letter.charCodeAt(0)));
  head[20] = flags;
  return head;
}

describe('a photo that is made smaller before it is sent', () => {
  it('stands on white where one could look through it', async () => {
    expect(await shrunk(file('image/png'))).toBe(made);
    expect(drawn).toEqual(['#ffffff 0 0 1500 2000', 'picture 0 0 1500 2000']);
  });

  it.each([
    ['is no longer than 3000 pixels', [4500, 6000], '2250 3000'],
    ['stays wide enough for the marketplace', [1000, 8000], '700 5600'],
    ['stays high enough for the marketplace', [9000, 1000], '8100 900'],
    ['does not grow', [600, 800], '600 800'],
  ])('%s', async (_, [width = 0, height = 0], size) => {
    picture = { width, height };
    await shrunk(file('image/jpeg'));
    expect(drawn.at(-1)).toBe(`picture 0 0 ${size}`);
  });

  it.each(['image/heic', 'image/bmp'])(
    'is made of what is not sent as it is, however small that is: %s',
    async (type) => {
      expect(await shrunk(file(type, 10))).toBe(made);
    },
  );
});

describe('a photo is sent as it is', () => {
  it.each([
    ['when it is not large', file('image/png', 1000)],
    ['when it is a GIF, that may move', file('image/gif')],
    ['when it is a WebP that moves', file('image/webp', LARGE, webpHead('VP8X', 0x12))],
  ])('%s', async (_, given) => {
    expect(await shrunk(given)).toBe(given);
    expect(drawn).toEqual([]);
  });

  it.each([
    ['of the short kind', webpHead('VP8 ', 0x02)],
    ['that one can look through', webpHead('VP8X', 0x10)],
  ])('unless it is a still WebP %s', async (_, head) => {
    expect(await shrunk(file('image/webp', LARGE, head))).toBe(made);
  });

  it('when a JPEG of it would be larger, or cannot be made', async () => {
    const given = file('image/png');
    made = new Blob([new Uint8Array(LARGE + 1)]);
    expect(await shrunk(given)).toBe(given);
    made = null;
    expect(await shrunk(given)).toBe(given);
    hasDrawing = false;
    made = new Blob(['black']);
    expect(await shrunk(given)).toBe(given);
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('damaged')));
    expect(await shrunk(given)).toBe(given);
  });
});

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { contentResponse, contentError } from '#simulator/gateway/responses.ts';
import { registerOperation, type Call, type Operation, type Simulator } from '#simulator/gateway/gateway.ts';
import { between, chanceOf } from '#simulator/state/random.ts';
import { mediaOutcome } from '#simulator/state/triggers.ts';
import { wholeNumber } from '#simulator/gateway/query.ts';

const PHOTOS_MAX = 30;
const PHOTO_BYTES_MAX = 32 * 1024 * 1024;
const VIDEO_BYTES_MAX = 50 * 1024 * 1024;
const LOADING_MS = { from: 300, to: 2000 };

const SaveRequest = z.object({ nmId: z.optional(z.int()), data: z.array(z.string()) });

const COMMON: Omit<Operation, 'name' | 'path'> = {
  method: 'POST',
  category: 'content',
  group: 'content-media',
  shape: 'content',
  isWrite: true,
};

/** Photos and video of cards. Uploaded files are kept in mediaFolder and can be fetched from `/_media/…`. */
export function registerMediaRoutes(app: FastifyInstance, simulator: Simulator, mediaFolder: string): void {
  app.register(multipart, { limits: { fileSize: VIDEO_BYTES_MAX, files: 1 } });

  registerOperation(
    app,
    simulator,
    { ...COMMON, name: 'content/media/save', path: '/content/content/v3/media/save' },
    (call) => saveLinks(simulator, call),
  );

  registerOperation(
    app,
    simulator,
    { ...COMMON, name: 'content/media/file', path: '/content/content/v3/media/file' },
    (call) => saveFile(simulator, call, mediaFolder),
  );

  app.get<{ Params: { name: string } }>('/_media/:name', async (request, reply) => {
    const { name } = request.params;
    const kind = /^[0-9a-f]{64}\.(jpg|png|bmp|gif|webp|mp4|mov)$/.exec(name)?.[1];
    if (kind === undefined) return reply.code(404).send();
    const path = join(mediaFolder, name);
    const isThere = await stat(path).then(
      () => true,
      () => false,
    );
    if (!isThere) return reply.code(404).send();
    return reply.type(typeOf(kind)).header('x-content-type-options', 'nosniff').send(createReadStream(path));
  });
}

function saveLinks(simulator: Simulator, call: Call) {
  const parsed = SaveRequest.safeParse(call.body);
  if (!parsed.success) return call.reply.code(400).send(mediaError('Invalid request format'));
  const { nmId, data } = parsed.data;
  if (nmId === undefined) return call.reply.code(422).send(mediaError('nmId is required'));
  if (!call.seller.cards.has(nmId)) return call.reply.code(400).send(mediaError('Card not found'));
  const videos = data.filter((link) => /\.(mp4|mov)(\?|$)/i.test(link));
  const photos = data.filter((link) => !videos.includes(link));
  if (photos.length > PHOTOS_MAX || videos.length > 1) {
    return call.reply.code(400).send(mediaError('Media limit exceeded'));
  }
  const outcome = mediaOutcome(data);
  if (outcome === 'refused') return call.reply.code(409).send(mediaError('Some links could not be saved'));
  if (outcome === 'loaded') {
    queueMedia(simulator, call, nmId, photos, videos[0] ?? '');
  }
  return contentResponse({});
}

async function saveFile(simulator: Simulator, call: Call, mediaFolder: string) {
  const nmID = wholeNumber(call.request.headers['x-nm-id']);
  const number = wholeNumber(call.request.headers['x-photo-number']);
  const card = nmID === undefined ? undefined : call.seller.cards.get(nmID);
  if (!card || number === undefined || number < 1 || number > PHOTOS_MAX) {
    return call.reply.code(400).send(mediaError('Invalid request format'));
  }
  const file = await call.request.file();
  if (!file) return call.reply.code(400).send(mediaError('uploadfile is required'));
  const bytes = await file.toBuffer().catch(() => undefined);
  // The cut is known by the end of the stream, which may come after the buffer.
  if (!bytes || file.file.truncated) return call.reply.code(400).send(mediaError('File is too large'));
  const kind = fileKind(bytes);
  const isVideo = kind === 'mp4' || kind === 'mov';
  if (kind === undefined) return call.reply.code(400).send(mediaError('Invalid file format'));
  if (!isVideo && bytes.length > PHOTO_BYTES_MAX) {
    return call.reply.code(400).send(mediaError('File is too large'));
  }
  // «При загрузке видео всегда указывайте 1.»
  if (isVideo && number !== 1) return call.reply.code(400).send(mediaError('Invalid video number'));
  const name = `${createHash('sha256').update(bytes).digest('hex')}.${kind}`;
  await mkdir(mediaFolder, { recursive: true });
  await writeFile(join(mediaFolder, name), bytes);
  const url = `${simulator.publicUrl()}/_media/${name}`;
  const queued = call.seller.media.findLast((entry) => entry.nmID === card.nmID);
  const photos = [...(queued?.photos ?? card.photos)];
  const video = isVideo ? url : (queued?.video ?? card.video);
  // A number that is taken is replaced; a higher one is added at the end.
  if (!isVideo) photos[Math.min(number - 1, photos.length)] = url;
  queueMedia(simulator, call, card.nmID, photos, video);
  return contentResponse({});
}

function queueMedia(simulator: Simulator, call: Call, nmID: number, photos: string[], video: string): void {
  const usualMs = between(chanceOf(nmID, call.nowMs), LOADING_MS.from, LOADING_MS.to);
  const earlier = call.seller.media.filter((entry) => entry.nmID === nmID).map((entry) => entry.dueMs);
  // Never before what was sent earlier for the same card.
  const dueMs = Math.max(call.nowMs + usualMs / simulator.speed, ...earlier.map((time) => time + 1));
  call.seller.media.push({ dueMs, nmID, photos, video });
}

function mediaError(errorText: string) {
  return { ...contentError(errorText), additionalErrors: {} };
}

function typeOf(kind: string): string {
  if (kind === 'mp4') return 'video/mp4';
  return kind === 'mov' ? 'video/quicktime' : `image/${kind === 'jpg' ? 'jpeg' : kind}`;
}

/** By the first bytes, never by the name. */
function fileKind(bytes: Buffer): 'jpg' | 'png' | 'bmp' | 'gif' | 'webp' | 'mp4' | 'mov' | undefined {
  const text = bytes.toString('latin1', 0, 16);
  if (text.startsWith('\u00ff\u00d8\u00ff')) return 'jpg';
  if (text.startsWith('\u0089PNG')) return 'png';
  if (text.startsWith('BM')) return 'bmp';
  if (text.startsWith('GIF8')) return 'gif';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp';
  if (text.slice(4, 12) === 'ftypqt  ') return 'mov';
  // Pictures of phones and sounds are boxes of the same kind.
  if (/^....ftyp(?:iso|mp4|avc1|dash|MSNV|M4V|XAVC)/s.test(text)) return 'mp4';
  return undefined;
}

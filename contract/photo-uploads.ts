import { z } from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { isOwnPhoto } from './media.ts';
import { storedVideoName } from './video-uploads.ts';

/** What the marketplace takes for a card's photo, and what this product stores. */
export const PHOTO_LIMITS = {
  bytes: 32 * 1024 * 1024,
  minWidth: 700,
  minHeight: 900,
  /** A side; and width × height. A small file can hold a picture that takes all memory to draw. */
  maxSide: 10_000,
  maxPixels: 50_000_000,
  /** What is larger is made smaller when it comes. */
  keptSide: 4000,
} as const;

/** What a file may be, as people are told: the server makes a JPEG of each of them. */
export const PHOTO_KINDS = 'JPG, PNG, WebP, BMP, GIF';

/** What goes to the server as it is; a browser makes a JPEG of what else it can read. */
export const photoTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const;

/**
 * Stores a photo: multipart/form-data with one file in the field `file`. It becomes a JPEG in sRGB without metadata, turned
 * the right way, at most `keptSide` long. The same file is stored once.
 */
export const uploadPhotoEndpoint = endpoint({
  method: 'POST',
  path: '/media/',
  summary: 'Загрузить фото карточки (multipart/form-data, поле file)',
  access: 'user',
  response: z.object({
    /** For the card's `photos`: `/media/photos/….jpg`. Opens with `?pass=` and the profile's `media_pass`. */
    address: z.string(),
    width: z.int(),
    height: z.int(),
  }),
  status: 201,
});
export type UploadedPhoto = z.infer<typeof uploadPhotoEndpoint.response>;

/** Fetches a photo from a web address and stores it as an uploaded one; 400 says why that cannot be. */
export const saveLinkedPhotoEndpoint = endpoint({
  method: 'POST',
  path: '/media/links/',
  summary: 'Скачать фото карточки по ссылке',
  access: 'user',
  body: z.strictObject({ address: z.string().check(z.maxLength(2000)) }),
  response: uploadPhotoEndpoint.response,
  status: 201,
});

/** A name of the internet: no number in place of it, no name that a local network gives. */
const PUBLIC_NAME =
  /^(?:[a-z0-9-]+\.)+(?!(?:local|localhost|internal|intranet|lan|home|corp|arpa)\.?$)[a-z][a-z0-9-]+\.?$/;

/** What may be written as a photo: our own address, or a web address that everybody can open. */
export function isPhotoAddress(address: string): boolean {
  if (isOwnPhoto(address)) return storedVideoName(address) === undefined;
  // What a parser would mend, others read differently.
  if (!/^https?:\/\/[^\s\\@]+$/i.test(address) || !URL.canParse(address)) return false;
  return PUBLIC_NAME.test(new URL(address).hostname);
}

/** Why a photo cannot be fetched from this address; null when it may be tried. */
export function photoLinkProblem(address: string): string | null {
  if (!/^https:\/\//i.test(address)) return 'Нужна ссылка, которая начинается с https://';
  if (!isPhotoAddress(address) || new URL(address).port !== '') return 'Такая ссылка не откроется у всех';
  return null;
}

import { z } from 'zod/mini';
import { endpoint } from './endpoint.ts';

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

export const photoTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;

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

const STORED_PHOTO = /^\/media\/photos\/([0-9a-f]{32}\.(?:jpg|png|webp))$/;

/** The name of a photo that sellers have uploaded; undefined for any other address. */
export function storedPhotoName(address: string): string | undefined {
  return STORED_PHOTO.exec(address)?.[1];
}

/** Small copies of a stored photo, named as the marketplace's: `/media/photos/c246x328/….jpg`. */
export const thumbnailSizes = ['c246x328', 'c516x688'] as const;
export type ThumbnailSize = (typeof thumbnailSizes)[number];

/** A stored photo opens with a pass only; the address in cards and edits is the one without. */
export function withMediaPass(address: string, pass: string): string {
  return `${address}?pass=${pass}`;
}

/** Sizes in which the marketplace keeps every photo, by the folder they lie in. */
export const marketplacePhotoSizes = ['big', 'c516x688', 'c246x328', 'square', 'tm'] as const;
export type MarketplacePhotoSize = (typeof marketplacePhotoSizes)[number];

const PHOTO_HOST = /^basket-\d{2,3}\.wbbasket\.ru$/;
const PHOTO_PATH =
  /^(\/vol\d{1,6}\/part\d{1,8}\/\d{1,12}\/images\/)([a-z0-9]{2,8})(\/\d{1,2}\.(?:webp|jpg))$/;

export interface MarketplacePhoto {
  host: string;
  path: string;
}

/** A photo on the marketplace's documented photo servers, in the wanted size; null for any other address. */
export function marketplacePhotoOf(address: string, size?: MarketplacePhotoSize): MarketplacePhoto | null {
  if (!URL.canParse(address)) return null;
  const { protocol, host, pathname, search, username } = new URL(address);
  if (protocol !== 'https:' || search !== '' || username !== '' || !PHOTO_HOST.test(host)) return null;
  const [, folder, given, file] = PHOTO_PATH.exec(pathname) ?? [];
  if (folder === undefined || file === undefined) return null;
  if (!marketplacePhotoSizes.some((known) => known === given)) return null;
  return { host, path: `${folder}${size ?? given ?? ''}${file}` };
}

/**
 * Where this product shows a photo from: its own address as it is, the marketplace's through our server (pages load
 * pictures from nowhere else), and null for what can only be sent, not shown.
 */
export function shownPhotoPath(address: string, size?: MarketplacePhotoSize): string | null {
  const name = storedPhotoName(address);
  const small = thumbnailSizes.find((one) => one === size);
  if (name !== undefined && small !== undefined) return `/media/photos/${small}/${name}`;
  if (OWN_PHOTO.test(address) && !address.includes('..')) return address;
  const photo = marketplacePhotoOf(address, size);
  return photo && `/media/wb/${photo.host}${photo.path}`;
}

const OWN_PHOTO = /^\/media\/[\w./-]+$/;
/** A name of the internet: no number in place of it, no name that a local network gives. */
const PUBLIC_NAME =
  /^(?:[a-z0-9-]+\.)+(?!(?:local|localhost|internal|intranet|lan|home|corp|arpa)\.?$)[a-z][a-z0-9-]+\.?$/;

/** What may be written as a photo: our own address, or a web address that everybody can open. */
export function isPhotoAddress(address: string): boolean {
  if (OWN_PHOTO.test(address)) return !address.includes('..');
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

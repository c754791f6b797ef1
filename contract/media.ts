const STORED_PHOTO = /^\/media\/photos\/([0-9a-f]{32}\.(?:jpg|png|webp))$/;

/** The name of a photo that sellers have uploaded; undefined for any other address. */
export function storedPhotoName(address: string): string | undefined {
  return STORED_PHOTO.exec(address)?.[1];
}

const DRAWN_PHOTO = /^\/media\/drawn\/([a-z]+-\d+-\d+\.svg)$/;

/** Small copies of a stored or drawn photo, WebP, named as the marketplace's: `/media/photos/c246x328/….jpg`. */
export const thumbnailSizes = ['big', 'c516x688', 'c246x328'] as const;
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
  const drawing = DRAWN_PHOTO.exec(address)?.[1];
  if (drawing !== undefined && small !== undefined) return `/media/drawn/${small}/${drawing}`;
  if (isOwnPhoto(address)) return address;
  const photo = marketplacePhotoOf(address, size);
  return photo && `/media/wb/${photo.host}${photo.path}`;
}

const OWN_PHOTO = /^\/media\/[\w./-]+$/;

/** An address of this product's pictures. */
export function isOwnPhoto(address: string): boolean {
  return OWN_PHOTO.test(address) && !address.includes('..');
}

import type { MarketplacePhoto } from '#contract/media.ts';
import { fetchFile, type FetchFileOptions } from './fetch-file.ts';
import { shownKind, type ImageExtension } from './image-kind.ts';

const TIMEOUT_MS = 5_000;
const BYTES_MAX = 10 * 1024 * 1024;

export interface FetchedPhoto {
  extension: ImageExtension;
  bytes: Buffer;
}

/**
 * Fetches one photo from the marketplace's photo servers, in 5 s and 10 MB at most. Undefined for any failure, and for an
 * answer that is not a picture: its reason is nobody's business outside.
 */
export async function fetchPhoto(
  photo: MarketplacePhoto,
  options: Partial<FetchFileOptions> = {},
): Promise<FetchedPhoto | undefined> {
  try {
    const pieces: Buffer[] = [];
    let length = 0;
    for await (const piece of fetchFile(photo, { timeoutMs: TIMEOUT_MS, ...options })) {
      length += piece.length;
      if (length > BYTES_MAX) return undefined;
      pieces.push(piece);
    }
    const bytes = Buffer.concat(pieces);
    const extension = shownKind(bytes);
    return extension && { extension, bytes };
  } catch {
    return undefined;
  }
}

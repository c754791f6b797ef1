import { z } from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** What the marketplace takes for a card's video: one, MP4 or MOV. */
export const VIDEO_LIMITS = { bytes: 50 * 1024 * 1024 } as const;

export const videoTypes = ['video/mp4', 'video/quicktime'] as const;

const STORED_VIDEO = /^\/media\/videos\/([0-9a-f]{32}\.(?:mp4|mov))$/;

/** The name of a video that sellers have uploaded; undefined for any other address. */
export function storedVideoName(address: string): string | undefined {
  return STORED_VIDEO.exec(address)?.[1];
}

/** Stores a video as it comes: multipart/form-data with one file in the field `file`. The same file is stored once. */
export const uploadVideoEndpoint = endpoint({
  method: 'POST',
  path: '/media/videos/',
  summary: 'Загрузить видео карточки (multipart/form-data, поле file)',
  access: 'user',
  response: z.object({
    /** For the card's `video`: `/media/videos/….mp4`. Opens with `?pass=` and the profile's `media_pass`. */
    address: z.string(),
    bytes: z.int(),
  }),
  status: 201,
});
export type UploadedVideo = z.infer<typeof uploadVideoEndpoint.response>;

import type { HttpHandler } from 'msw';
import { uploadPhotoEndpoint } from '#contract/media.ts';
import { mock } from './mock-endpoint.ts';

/** Takes every photo and gives each a name of its own, in the order they came. */
export function mediaHandlers(): HttpHandler[] {
  let count = 0;
  return [
    mock(uploadPhotoEndpoint, () => {
      count += 1;
      return { address: `/media/photos/${String(count).padStart(32, '0')}.jpg`, width: 900, height: 1200 };
    }),
  ];
}

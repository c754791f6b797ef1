import type { HttpHandler } from 'msw';
import { saveLinkedPhotoEndpoint, uploadPhotoEndpoint } from '#contract/photo-uploads.ts';
import { mock } from './mock-endpoint.ts';

/** Takes every photo and gives each a name of its own, in the order they came. */
export function mediaHandlers(): HttpHandler[] {
  let count = 0;
  const next = () => {
    count += 1;
    return { address: `/media/photos/${String(count).padStart(32, '0')}.jpg`, width: 900, height: 1200 };
  };
  return [mock(uploadPhotoEndpoint, next), mock(saveLinkedPhotoEndpoint, next)];
}

import type { HttpHandler } from 'msw';
import { saveLinkedPhotoEndpoint, uploadPhotoEndpoint } from '#contract/photo-uploads.ts';
import { uploadVideoEndpoint } from '#contract/video-uploads.ts';
import { mock } from './mock-endpoint.ts';

/** Takes every photo and gives each a name of its own, in the order they came. */
export function mediaHandlers(): HttpHandler[] {
  let count = 0;
  const next = () => {
    count += 1;
    return { address: `/media/photos/${String(count).padStart(32, '0')}.jpg`, width: 900, height: 1200 };
  };
  const video = () => ({ address: `/media/videos/${'1'.repeat(32)}.mp4`, bytes: 1000 });
  return [
    mock(uploadPhotoEndpoint, next),
    mock(saveLinkedPhotoEndpoint, next),
    mock(uploadVideoEndpoint, video),
  ];
}

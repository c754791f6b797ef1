import { uploadVideoEndpoint, type UploadedVideo } from '#contract/video-uploads.ts';
import { createApiClient } from './client.ts';
import { createUploadFetch } from './http/upload-fetch.ts';
import { session } from './session/session.ts';

/** What the server allows a body: fifty megabytes over three and a half megabits a second. */
const UPLOAD_TIMEOUT_MS = 120_000;

const upload = createUploadFetch();
/** The session and the refresh of the app's client over an exchange that tells how far it is. */
const client = createApiClient({
  session,
  fetch: upload.fetch,
  locks: (navigator as Partial<Navigator>).locks,
});

/** Stores one video; the answer's address goes into a card. `onShare` hears how much has left, of 1. Throws ApiError. */
export function uploadVideoFile(
  file: Blob,
  signal: AbortSignal,
  onShare: (share: number) => void,
): Promise<UploadedVideo> {
  const body = new FormData();
  body.append('file', file);
  upload.onSent(body, (sent, total) => onShare(total > 0 ? sent / total : 0));
  return client.call(uploadVideoEndpoint, { body, signal, timeoutMs: UPLOAD_TIMEOUT_MS });
}

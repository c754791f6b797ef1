import { saveLinkedPhotoEndpoint, uploadPhotoEndpoint, type UploadedPhoto } from '#contract/photo-uploads.ts';
import { api } from './api.ts';

/** A few megabytes over a warehouse's connection. */
const UPLOAD_TIMEOUT_MS = 120_000;

/** Stores one photo; the answer's address goes into a card. Throws ApiError with the server's reason. */
export function uploadPhotoFile(file: Blob, signal: AbortSignal): Promise<UploadedPhoto> {
  const body = new FormData();
  body.append('file', file);
  return api.call(uploadPhotoEndpoint, { body, signal, timeoutMs: UPLOAD_TIMEOUT_MS });
}

/** Has the server fetch and store a photo of the internet; as {@link uploadPhotoFile}. */
export function saveLinkedPhoto(address: string, signal: AbortSignal): Promise<UploadedPhoto> {
  return api.call(saveLinkedPhotoEndpoint, { body: { address }, signal, timeoutMs: UPLOAD_TIMEOUT_MS });
}

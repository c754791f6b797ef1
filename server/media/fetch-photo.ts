import { lookup as resolveName, type LookupAddress } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { PHOTO_LIMITS, type MarketplacePhoto } from '#contract/media.ts';
import { shownKind, type ImageExtension } from './image-kind.ts';
import { isPublicAddress } from './public-address.ts';

const TIMEOUT_MS = 5_000;

export interface FetchedPhoto {
  extension: ImageExtension;
  bytes: Buffer;
}

export interface FetchPhotoOptions {
  /** For tests: another resolver, another way to connect. */
  resolve?: typeof resolveName;
  request?: typeof httpsRequest;
  timeoutMs?: number;
}

/**
 * Fetches one photo from the marketplace's photo servers: https, port 443, no redirects, 5 s and 10 MB at most, a name
 * that leads into a private network is refused at the very look-up that the connection uses. Undefined for any failure,
 * and for an answer that is not a picture: its reason is nobody's business outside.
 */
export async function fetchPhoto(
  { host, path }: MarketplacePhoto,
  options: FetchPhotoOptions = {},
): Promise<FetchedPhoto | undefined> {
  const { resolve = resolveName, request = httpsRequest, timeoutMs = TIMEOUT_MS } = options;
  try {
    const bytes = await new Promise<Buffer>((done, fail) => {
      const outgoing = request({
        host,
        path,
        port: 443,
        method: 'GET',
        // No kept connections: each is looked up anew.
        agent: false,
        headers: { accept: 'image/webp,image/*', 'user-agent': 'prilavok' },
        lookup: publicLookup(resolve),
        signal: AbortSignal.timeout(timeoutMs),
      });
      outgoing.on('response', (response) => void readBody(response).then(done, fail));
      outgoing.on('error', fail);
      outgoing.end();
    });
    const extension = shownKind(bytes);
    return extension && { extension, bytes };
  } catch {
    return undefined;
  }
}

async function readBody(response: IncomingMessage): Promise<Buffer> {
  if (response.statusCode !== 200) {
    response.destroy();
    throw new Error(`The photo server answered ${String(response.statusCode)}`);
  }
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > PHOTO_LIMITS.bytes) throw new Error('The photo is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The look-up of the connection itself, so that a name cannot lead elsewhere a moment later. */
function publicLookup(resolve: typeof resolveName): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      const [first] = addresses ?? [];
      if (error) callback(error, '', 0);
      else if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
        callback(new Error(`${hostname} leads into a private network`), '', 0);
      } else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

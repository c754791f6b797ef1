import { lookup as resolveName, type LookupAddress } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

export interface FetchFileOptions {
  /** For tests: another resolver, another way to connect. */
  resolve?: typeof resolveName;
  request?: typeof httpsRequest;
  /** For all of it, the last byte included. */
  timeoutMs: number;
}

/** The other server has answered, but not with a file. */
export class RefusedFile extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`The other server answered ${String(status)}`);
    this.status = status;
  }
}

/**
 * A file of another server as it comes: https, port 443, no redirects, no kept connections. A name that leads into a private
 * network is refused at the very look-up that the connection uses; a host that is an address is looked up by nobody, so it
 * must have been refused before.
 */
export async function* fetchFile(
  { host, path }: { host: string; path: string },
  { resolve = resolveName, request = httpsRequest, timeoutMs }: FetchFileOptions,
): AsyncGenerator<Buffer> {
  const response = await new Promise<IncomingMessage>((done, fail) => {
    const outgoing = request({
      host,
      path,
      port: 443,
      method: 'GET',
      // No kept connections: each is looked up anew.
      agent: false,
      headers: { accept: 'image/webp,image/jpeg,image/png,image/*;q=0.5', 'user-agent': 'prilavok' },
      lookup: publicLookup(resolve),
      signal: AbortSignal.timeout(timeoutMs),
    });
    outgoing.on('response', done);
    outgoing.on('error', fail);
    outgoing.end();
  });
  try {
    if (response.statusCode !== 200) throw new RefusedFile(response.statusCode ?? 0);
    for await (const piece of response as AsyncIterable<Buffer>) yield piece;
  } finally {
    response.destroy();
  }
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

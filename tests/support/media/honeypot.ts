import { createServer, request as httpRequest, type RequestListener, type RequestOptions } from 'node:http';
import type { request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { FetchFileOptions } from '#server/media/fetch-file.ts';

/** Test support: a server on this machine that writes down who has come in. */
export async function openHoneypot(respond: RequestListener) {
  const visits: string[] = [];
  const server = createServer((request, response) => {
    visits.push(request.url ?? '');
    respond(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { visits, port, close };
}

/** The name resolved to what the test says. */
export function resolvedTo(...addresses: string[]): NonNullable<FetchFileOptions['resolve']> {
  const resolve = (_name: string, _options: object, callback: (error: null, found: object[]) => void) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  return resolve as unknown as NonNullable<FetchFileOptions['resolve']>;
}

/** Plain HTTP to a port of this machine in place of https to 443, with the look-up still asked where it is kept. */
export function connectTo(port: number, keepsLookup: boolean): typeof httpsRequest {
  return ((options: RequestOptions) => {
    const { lookup, ...rest } = options;
    return httpRequest({ ...rest, ...(keepsLookup && lookup ? { lookup } : { host: '127.0.0.1' }), port });
  }) as unknown as typeof httpsRequest;
}

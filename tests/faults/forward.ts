import { request as httpRequest, type IncomingMessage } from 'node:http';

export interface ForwardedResponse {
  status: number;
  headers: IncomingMessage['headers'];
  content: Buffer;
}

/** Sends a request on to `target` as it came, and reads the whole answer. */
export function forward(target: string, incoming: IncomingMessage, body: Buffer): Promise<ForwardedResponse> {
  return new Promise((done, fail) => {
    const outgoing = httpRequest(
      target + (incoming.url ?? '/'),
      { method: incoming.method, headers: { ...incoming.headers, connection: 'close' } },
      (response) => {
        bodyOf(response).then((content) => {
          const { 'transfer-encoding': _chunked, connection: _connection, ...headers } = response.headers;
          done({ status: response.statusCode ?? 502, headers, content });
        }, fail);
      },
    );
    outgoing.on('error', fail);
    outgoing.end(body);
  });
}

export async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

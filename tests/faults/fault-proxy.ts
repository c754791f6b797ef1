import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bodyOf, forward } from './forward.ts';
import { seededRandom } from '#server/demo/random.ts';

/**
 * A proxy between browser and server that breaks things on purpose. It stands where a network stands, so the page, its
 * service worker and every engine meet the same faults, and it sees what really arrived at the server.
 */
export type Fault =
  /** The connection is reset before anything is sent. */
  | { kind: 'refuse' }
  /** Nothing ever comes back; the server is not asked. */
  | { kind: 'black-hole' }
  | { kind: 'latency'; ms: number }
  /** The answer's body ends after so many bytes. */
  | { kind: 'cut'; bytes: number }
  /** The server did it, but the answer is lost. */
  | { kind: 'drop-response' }
  /** The server gets the request twice; the second answer comes back. */
  | { kind: 'duplicate' }
  /** The answer is held back until the next request for the same resource has been answered, or three seconds. */
  | { kind: 'reorder' }
  | { kind: 'status'; status: number; body?: string; contentType?: string; headers?: Record<string, string> }
  /** A hotel's login page in place of any answer. */
  | { kind: 'captive-portal' };

export interface FaultRule {
  /** All of them must match; left out, everything matches. */
  method?: string;
  path?: RegExp;
  /** The request's `authorization` header. */
  authorization?: string;
  fault: Fault;
  /** How many requests it spoils; for ever unless said. */
  times?: number;
  /** Of those that match, the share that it spoils, by the proxy's seed; all unless said. */
  share?: number;
}

export interface SeenRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
  /** Of the server's answer; undefined when the server was not asked. */
  status: number | undefined;
}

const LONGEST_HOLD_MS = 3_000;
const PORTAL_PAGE = '<!doctype html><title>Wi-Fi</title><h1>Войдите в сеть гостиницы</h1>';

export class FaultProxy {
  readonly url: string;
  /** Everything that arrived, in order. */
  readonly seen: SeenRequest[] = [];
  readonly #server: Server;
  readonly #random: () => number;
  #target: string;
  #rules: FaultRule[] = [];
  /** Answers held back by `reorder`, and the resource they wait for. */
  readonly #held = new Set<{ resource: string; letGo: () => void }>();

  private constructor(server: Server, target: string, seed: number) {
    this.#server = server;
    this.#target = target;
    this.#random = seededRandom(seed);
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('request', (incoming: IncomingMessage, response: ServerResponse) => {
      void this.#handle(incoming, response);
    });
  }

  static async start(target: string, seed = 1): Promise<FaultProxy> {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return new FaultProxy(server, target, seed);
  }

  /** Replaces all rules; no rules, no faults. */
  setRules(...rules: FaultRule[]): void {
    this.#rules = rules.map((rule) => ({ ...rule }));
  }

  /** Requests that reached the proxy for a path, by method. */
  count(method: string, path: RegExp): number {
    return this.seen.filter((one) => one.method === method && path.test(one.path)).length;
  }

  async close(): Promise<void> {
    for (const held of this.#held) held.letGo();
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }

  async #handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(incoming);
    const seen: SeenRequest = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      headers: incoming.headers,
      body: body.toString(),
      status: undefined,
    };
    this.seen.push(seen);
    const fault = this.#faultFor(seen);
    switch (fault?.kind) {
      case 'refuse':
        incoming.socket.resetAndDestroy();
        return;
      case 'black-hole':
        return;
      case 'status':
        response.writeHead(fault.status, {
          'content-type': fault.contentType ?? 'application/json',
          ...fault.headers,
        });
        response.end(fault.body ?? '{"detail":["Сервер недоступен"]}');
        return;
      case 'captive-portal':
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
        response.end(PORTAL_PAGE);
        return;
      case 'latency':
        await new Promise((done) => setTimeout(done, fault.ms));
        break;
      case 'duplicate':
        await forward(this.#target, incoming, body).catch(() => undefined);
        break;
      case 'cut':
      case 'drop-response':
      case 'reorder':
      case undefined:
        break;
    }
    try {
      const { status, headers, content } = await forward(this.#target, incoming, body);
      seen.status = status;
      if (fault?.kind === 'drop-response') {
        incoming.socket.resetAndDestroy();
        return;
      }
      if (fault?.kind === 'cut') {
        // The length promised is the whole one, so the reader knows that something is missing.
        response.writeHead(status, { ...headers, 'content-length': content.length });
        response.write(content.subarray(0, fault.bytes), () => incoming.socket.resetAndDestroy());
        return;
      }
      const resource = `${seen.method} ${seen.path.split('?')[0]}`;
      if (fault?.kind === 'reorder') await this.#holdBack(resource);
      response.writeHead(status, headers);
      response.end(content, () => {
        for (const held of this.#held) if (held.resource === resource) held.letGo();
      });
    } catch {
      incoming.socket.resetAndDestroy();
    }
  }

  #holdBack(resource: string): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(() => held.letGo(), LONGEST_HOLD_MS);
      const held = {
        resource,
        letGo: () => {
          clearTimeout(timer);
          this.#held.delete(held);
          done();
        },
      };
      this.#held.add(held);
    });
  }

  #faultFor(seen: SeenRequest): Fault | undefined {
    for (const rule of this.#rules) {
      if (rule.method !== undefined && rule.method !== seen.method) continue;
      if (rule.path !== undefined && !rule.path.test(seen.path)) continue;
      if (rule.authorization !== undefined && rule.authorization !== seen.headers.authorization) continue;
      if (rule.times === 0) continue;
      if (rule.share !== undefined && this.#random() >= rule.share) continue;
      if (rule.times !== undefined) rule.times -= 1;
      return rule.fault;
    }
    return undefined;
  }
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bodyOf, forward } from '#tests/faults/forward.ts';

/**
 * When the caller dies. `before`: its call has not reached the marketplace. `after`: the marketplace has done it, the
 * answer is lost. `answered`: the answer was delivered, what follows from it is not saved, or just being saved.
 * `silence` kills nobody: the marketplace has done it, and the connection stays open without a word.
 */
export type Moment = 'before' | 'after' | 'answered' | 'silence';

export interface KillPoint {
  moment: Moment;
  /** The calls that are counted, as `POST /content/v2/cards/upload`; all of them unless said. */
  call?: RegExp;
  /** The call of this number among them, from 1. */
  nth: number;
  /** Of `answered`: how long after the answer. */
  delayMs?: number;
}

export interface SeenCall {
  name: string;
  atMs: number;
}

/** Stands between a server and its marketplace, counts the calls and kills the server at one of them. */
export interface KillProxy {
  readonly url: string;
  readonly calls: readonly SeenCall[];
  /** When the point was reached, in milliseconds since 1970. */
  reachedAtMs(): number | undefined;
  /** Resolves when `kill` was called, with the moment in milliseconds since 1970. Calls are counted from now on. */
  killAt(point: KillPoint, kill: () => void): Promise<number>;
  disarm(): void;
  close(): Promise<void>;
}

export async function startKillProxy(target: string): Promise<KillProxy> {
  const calls: SeenCall[] = [];
  let reachedAtMs: number | undefined;
  let armed: { point: KillPoint; seen: number; kill: () => void } | undefined;

  function momentOf(name: string): Moment | undefined {
    if (!armed || !(armed.point.call?.test(name) ?? true)) return undefined;
    armed.seen += 1;
    if (armed.seen !== armed.point.nth) return undefined;
    reachedAtMs = Date.now();
    return armed.point.moment;
  }

  function strike(): void {
    const { kill } = armed ?? {};
    armed = undefined;
    kill?.();
  }

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(incoming);
    const name = `${incoming.method ?? ''} ${incoming.url ?? ''}`;
    calls.push({ name, atMs: Date.now() });
    const moment = momentOf(name);
    if (moment === 'before') {
      strike();
      incoming.socket.destroy();
      return;
    }
    const { status, headers, content } = await forward(target, incoming, body);
    if (moment === 'after') {
      strike();
      incoming.socket.destroy();
      return;
    }
    if (moment === 'silence') return;
    response.writeHead(status, headers);
    response.end(content, () => {
      if (moment === 'answered') setTimeout(strike, armed?.point.delayMs ?? 0);
    });
  }

  const server = createServer((incoming, response) => {
    // The caller is killed on purpose: a connection that is gone is nobody's mistake.
    handle(incoming, response).catch(() => incoming.socket.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo; // it listens on a TCP port
  return {
    url: `http://127.0.0.1:${String(port)}`,
    calls,
    reachedAtMs: () => reachedAtMs,
    killAt: (point, kill) =>
      new Promise((killed) => {
        armed = {
          point,
          seen: 0,
          kill: () => {
            kill();
            killed(Date.now());
          },
        };
      }),
    disarm: () => {
      armed = undefined;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

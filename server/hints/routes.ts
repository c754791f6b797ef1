import type { FastifyInstance } from 'fastify';
import { streamHintsEndpoint } from '#contract/live-hints.ts';
import { tokenLastsMs } from '#server/auth/authentication.ts';
import type { LiveSessions } from '#server/auth/live-sessions.ts';
import type { Database } from '#server/db/database.ts';
import { unavailable } from '#server/errors/http-error.ts';
import { serve } from '#server/http/serve.ts';
import { createHintStream, type HintStream } from './hint-stream.ts';
import { createHints, type HintOptions } from './hints.ts';

/** Shorter than any proxy's patience with a silent connection. */
const BEAT_MS = 20_000;
/** A server that stops is back soon; not everybody knocks in the same moment. */
const BACK_AFTER_STOP_MS = 1_000;
const BACK_SPREAD_MS = 4_000;

export interface HintRouteOptions extends HintOptions {
  beatMs?: number;
}

/** «Something has changed, ask again», as it happens. */
export function registerHintRoutes(
  app: FastifyInstance,
  database: Database,
  sessions: LiveSessions,
  { beatMs = BEAT_MS, ...options }: HintRouteOptions = {},
): void {
  const hints = createHints(database, options);
  const open = new Set<HintStream>();
  let isClosing = false;

  serve(app, streamHintsEndpoint, async ({ session, request, reply }) => {
    if (isClosing) throw unavailable(BACK_AFTER_STOP_MS / 1000);
    const stream = createHintStream({
      beatMs,
      lastsMs: tokenLastsMs(request),
      mayGoOn: async () => (await sessions.find(session.sessionId)) !== undefined,
      socket: reply.raw,
    });
    const { leave, quietMs } = await hints
      .join({
        session,
        onHint: (kinds) => stream.say({ type: 'hint', kinds: [...kinds] }),
        onSessionEnd: () => stream.end(0),
      })
      .catch((error: unknown) => {
        stream.lines.destroy();
        throw error;
      });
    open.add(stream);
    stream.lines.once('close', () => {
      open.delete(stream);
      leave();
    });
    if (isClosing) stream.end(BACK_AFTER_STOP_MS);
    stream.say({ type: 'ready', beatSeconds: beatMs / 1000, quietMs: Math.floor(quietMs) });
    // Ended by its connection alone, so that a killed server is no error in the reader's console.
    reply.raw.useChunkedEncodingByDefault = false;
    await reply
      .type('application/x-ndjson; charset=utf-8')
      // Proxies that gather an answer before they pass it on are asked not to.
      .header('x-accel-buffering', 'no')
      // A connection that is left open would keep a stopping server waiting.
      .header('connection', 'close')
      .send(stream.lines);
  });

  app.addHook('preClose', async () => {
    isClosing = true;
    for (const stream of open) stream.end(BACK_AFTER_STOP_MS + Math.random() * BACK_SPREAD_MS);
  });
  app.addHook('onClose', () => hints.close());
}

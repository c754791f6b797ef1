import { z } from 'zod/mini';
import { endpoint } from './endpoint.ts';

/**
 * What a hint may name. `cards`: the list of cards, its counts, an open card; `shipments`: shipments and their progress; `orders`: how
 * often cards were ordered in the last days.
 * A client passes over what it does not know.
 */
export const hintKinds = ['cards', 'shipments', 'orders'] as const;
export type HintKind = (typeof hintKinds)[number];

/**
 * One line of the stream. `ready`: from here on nothing is missed, what was read before `quietMs` may be old; `hint`: there is
 * something new to ask for, never what it is; `beat`: the stream lives, a line comes at least so often; `end`: the server
 * closes, and says in how long to come back.
 */
export const hintLineSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('ready'),
    beatSeconds: z.number(),
    /** For so long nothing of the account has changed, as far as is known. Left out: not known. */
    quietMs: z.optional(z.number()),
  }),
  z.object({ type: z.literal('hint'), kinds: z.array(z.string()) }),
  z.object({ type: z.literal('beat') }),
  z.object({ type: z.literal('end'), comeBackMs: z.number() }),
]);
export type HintLine = z.infer<typeof hintLineSchema>;

/** Lines of JSON, each a `hintLineSchema`, until the token or the session ends, or the reader is too slow. */
export const streamHintsEndpoint = endpoint({
  method: 'GET',
  path: '/live-hints/',
  summary: 'Что пора спросить заново: строки JSON, пока длится токен',
  access: 'user',
});

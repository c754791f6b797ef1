import { hintKinds, hintLineSchema, streamHintsEndpoint, type HintKind } from '#contract/live-hints.ts';
import { fromWire } from '#contract/wire.ts';
import type { ApiClient } from '#api/client.ts';
import { isSpentToken } from './spent-token.ts';

/** Longer than a token lives: the server ends the stream before that. */
const LONGEST_STREAM_MS = 20 * 60_000;
/** Of silence, in beats: the connection is dead, although nobody says so. */
const MISSED_BEATS = 2.5;
/** For the first line, which says how long a beat is. */
const FIRST_LINE_MS = 30_000;

export interface HintEvents {
  /** What was asked for in the last `quietMs` has nothing new. */
  onReady(quietMs: number): void;
  onHint(kinds: readonly HintKind[]): void;
}

export interface StreamEnding {
  /** When the server wants to see us again; undefined when the stream was cut. */
  comeBackMs: number | undefined;
}

/**
 * Listens to one stream of hints until it ends. Throws only when it could not be opened, or `signal` ends it: that a
 * connection of minutes is cut says nothing about the network.
 */
export function readHints(
  client: Pick<ApiClient, 'download'>,
  events: HintEvents,
  signal: AbortSignal,
): Promise<StreamEnding> {
  return client.download(streamHintsEndpoint, (response) => readLines(response, events), {
    signal,
    timeoutMs: LONGEST_STREAM_MS,
    // A stream ends with its token: the next one would begin with a refusal.
    isSpent: isSpentToken,
  });
}

async function readLines(response: Response, events: HintEvents): Promise<StreamEnding> {
  const reader = response.body?.getReader();
  if (!reader) return { comeBackMs: undefined };
  const decoder = new TextDecoder();
  let watch: ReturnType<typeof setTimeout> | undefined;
  let silenceMs = FIRST_LINE_MS;
  let pending = '';
  try {
    for (;;) {
      clearTimeout(watch);
      watch = setTimeout(() => void reader.cancel().catch(() => undefined), silenceMs);
      const { done, value } = await reader.read();
      if (done) return { comeBackMs: undefined };
      const lines = (pending + decoder.decode(value, { stream: true })).split('\n');
      pending = lines.pop() ?? '';
      for (const line of lines) {
        const said = lineOf(line);
        if (said?.type === 'ready') {
          silenceMs = said.beatSeconds * 1000 * MISSED_BEATS;
          events.onReady(said.quietMs ?? 0);
        }
        if (said?.type === 'hint') events.onHint(hintKinds.filter((kind) => said.kinds.includes(kind)));
        if (said?.type === 'end') return { comeBackMs: said.comeBackMs };
      }
    }
  } catch {
    return { comeBackMs: undefined };
  } finally {
    clearTimeout(watch);
    void reader.cancel().catch(() => undefined);
  }
}

/** A line that this build does not know says nothing to it. */
function lineOf(line: string) {
  try {
    return hintLineSchema.safeParse(fromWire(JSON.parse(line))).data;
  } catch {
    return undefined;
  }
}

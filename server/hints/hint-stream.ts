import { PassThrough, type Readable, type Writable } from 'node:stream';
import type { HintLine } from '#contract/live-hints.ts';
import { toWire } from '#contract/wire.ts';

interface Options {
  beatMs: number;
  /** How long the stream may last at all: its token ends then. */
  lastsMs: number;
  /** With each beat: false when the session has ended meanwhile and nobody could say so. */
  mayGoOn: () => Promise<boolean>;
  /** The end of the way to the reader: what waits there has not been taken. */
  socket: Pick<Writable, 'writableLength'>;
}

export interface HintStream {
  lines: Readable;
  say(line: HintLine): void;
  /** Says when to come back, and closes. */
  end(comeBackMs: number): void;
}

/** The lines of one listener. A reader who has not taken what was said a beat ago is dropped: nothing gathers for him. */
export function createHintStream({ beatMs, lastsMs, mayGoOn, socket }: Options): HintStream {
  const lines = new PassThrough();
  const say = (line: HintLine) => {
    if (!lines.writableEnded) lines.write(`${JSON.stringify(toWire(line))}\n`);
  };
  const end = (comeBackMs: number) => {
    say({ type: 'end', comeBackMs });
    lines.end();
  };
  const beat = async () => {
    if (lines.readableLength + lines.writableLength + socket.writableLength > 0) lines.destroy();
    else if (await mayGoOn().catch(() => true)) say({ type: 'beat' });
    else end(0);
  };
  const beats = setInterval(() => void beat(), beatMs);
  const lifetime = setTimeout(() => end(0), lastsMs);
  lines.once('close', () => {
    clearInterval(beats);
    clearTimeout(lifetime);
  });
  return { lines, say, end };
}

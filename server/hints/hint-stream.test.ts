import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHintStream } from './hint-stream.ts';

beforeEach(
  () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }),
);
afterEach(() => void vi.useRealTimers());

const BEAT_MS = 20_000;

/** A reader who takes what comes, unless `isStuck`. */
function open({ isStuck = false, mayGoOn = async () => true, lastsMs = 600_000 } = {}) {
  const taken: string[] = [];
  const socket = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (isStuck) return;
      taken.push(chunk.toString());
      done();
    },
  });
  const stream = createHintStream({ beatMs: BEAT_MS, lastsMs, mayGoOn, socket });
  stream.lines.pipe(socket);
  const beats = async (count: number) => {
    for (let beat = 0; beat < count; beat += 1) {
      await vi.advanceTimersByTimeAsync(BEAT_MS);
      await new Promise((done) => setImmediate(done));
    }
  };
  return { stream, taken: () => taken.join(''), beats };
}

describe('a stream of hints', () => {
  it('says what is said, and between that that it lives', async () => {
    const { stream, taken, beats } = open();
    stream.say({ type: 'ready', beatSeconds: 20 });
    stream.say({ type: 'hint', kinds: ['cards'] });
    await beats(2);
    expect(taken()).toBe(
      '{"type":"ready","beat_seconds":20}\n{"type":"hint","kinds":["cards"]}\n{"type":"beat"}\n{"type":"beat"}\n',
    );
    stream.lines.destroy();
  });

  it('drops a reader who has not taken what was said a beat ago', async () => {
    const { stream, beats } = open({ isStuck: true });
    stream.say({ type: 'ready', beatSeconds: 20 });
    await beats(1);
    expect(stream.lines.destroyed).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends with its token, and wants to be asked for again at once', async () => {
    const { stream, taken, beats } = open({ lastsMs: BEAT_MS * 1.5 });
    await beats(2);
    expect(taken()).toBe('{"type":"beat"}\n{"type":"end","come_back_ms":0}\n');
    expect(stream.lines.readableEnded).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends at a beat when the session has ended and nobody could say so', async () => {
    const { stream, taken, beats } = open({ mayGoOn: async () => false });
    await beats(1);
    expect(taken()).toBe('{"type":"end","come_back_ms":0}\n');
    expect(stream.lines.readableEnded).toBe(true);
  });

  it('goes on while the database cannot say whether the session does', async () => {
    const { stream, taken, beats } = open({ mayGoOn: () => Promise.reject(new Error('away')) });
    await beats(1);
    expect(taken()).toBe('{"type":"beat"}\n');
    stream.lines.destroy();
  });

  it('says nothing after its end', async () => {
    const { stream, taken, beats } = open();
    stream.end(2_000);
    stream.say({ type: 'hint', kinds: ['cards'] });
    stream.end(0);
    await beats(1);
    expect(taken()).toBe('{"type":"end","come_back_ms":2000}\n');
  });
});

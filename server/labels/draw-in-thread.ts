import { once } from 'node:events';
import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { unavailable } from '#server/errors/http-error.ts';
import type { WantedLabel } from './label-files.ts';
import type { Asked, LabelWork, Told } from './label-worker.ts';

/** Each has a thread and its memory for as long as somebody's line takes to load the file. */
const THREADS_AT_ONCE = 3;
const RETRY_SECONDS = 60;
/** A reader who has taken nothing for so long is gone, or as good as gone: others may have the thread. */
const LONGEST_PAUSE_MS = 120_000;
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

/** Bundled, this module is a part of some file of the server's folder. */
const BUNDLED_WORKER = new URL('./labels/label-worker.js', import.meta.url);
/** From sources a thread begins without what reads TypeScript. */
const SOURCE_WORKER = `import('tsx/esm/api').then(({ register }) => {
  register();
  return import(${JSON.stringify(new URL('./label-worker.ts', import.meta.url).href)});
});`;

let threadCount = 0;

/**
 * The file of many labels, drawn in a thread of its own while it is sent: nobody else waits for it. Throws 503 where as many
 * are being drawn as may be.
 */
export function drawInThread(
  work: LabelWork,
  batches: AsyncGenerator<readonly WantedLabel[]>,
  longestPauseMs = LONGEST_PAUSE_MS,
): Readable {
  if (threadCount >= THREADS_AT_ONCE) {
    throw unavailable(RETRY_SECONDS, 'Сейчас делаются другие большие файлы этикеток. Повторите через минуту');
  }
  threadCount += 1;
  const isBundled = import.meta.url.endsWith('.js');
  const worker = new Worker(isBundled ? BUNDLED_WORKER : SOURCE_WORKER, {
    workerData: work,
    resourceLimits: MEMORY,
    // A crash is told by the event alone.
    stderr: true,
    eval: !isBundled,
    execArgv: [],
  });
  // Between two pieces nobody listens, and an error without a listener ends the process.
  worker.on('error', () => undefined);
  let pause: NodeJS.Timeout | undefined;
  const onPause = (isPause: boolean) => {
    clearTimeout(pause);
    if (!isPause) return;
    pause = setTimeout(() => file.destroy(new Error('Nobody takes the labels')), longestPauseMs);
  };
  const file = Readable.from(piecesOf(worker, batches, onPause), { objectMode: false });
  onPause(true);
  // Also of a file that nobody has begun to read.
  file.once('close', () => {
    onPause(false);
    threadCount -= 1;
    void worker.terminate();
  });
  return file;
}

async function* piecesOf(
  worker: Worker,
  batches: AsyncGenerator<readonly WantedLabel[]>,
  onPause: (isPause: boolean) => void,
): AsyncGenerator<Uint8Array> {
  try {
    for (;;) {
      onPause(false);
      let told = await ask(worker, 'next');
      while ('wants' in told) told = await ask(worker, { labels: await nextOf(batches) });
      if ('isEnd' in told) return;
      onPause(true);
      yield told.bytes;
    }
  } finally {
    await batches.return(undefined);
  }
}

async function nextOf(batches: AsyncGenerator<readonly WantedLabel[]>): Promise<readonly WantedLabel[]> {
  for (;;) {
    const { value, done } = await batches.next();
    if (done === true) return [];
    // None would be taken for the end.
    if (value.length > 0) return value;
  }
}

async function ask(worker: Worker, asked: Asked): Promise<Told> {
  worker.postMessage(asked, []);
  const [told] = await once(worker, 'message');
  // What the thread of this module's own worker posts.
  return told as Told;
}

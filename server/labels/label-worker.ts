import { parentPort, workerData } from 'node:worker_threads';
import { oneFile, severalFiles, type LabelLook, type WantedLabel } from './label-files.ts';

/** A thread that draws labels, a piece of the file each time it is asked, and is ended by whoever asks. */

export interface LabelWork {
  look: LabelLook;
  isArchive: boolean;
}

/** The next piece, or the labels that this thread has asked for: none, they were the last. */
export type Asked = 'next' | { labels: readonly WantedLabel[] };
export type Told = { bytes: Uint8Array } | { wants: 'labels' } | { isEnd: true };

const port = parentPort;
// Handed over by `draw-in-thread.ts`, which alone starts this thread.
const { look, isArchive } = workerData as LabelWork;
let take: (labels: readonly WantedLabel[]) => void = () => undefined;

async function* labels(): AsyncGenerator<WantedLabel> {
  for (;;) {
    const some = await new Promise<readonly WantedLabel[]>((given) => {
      take = given;
      tell({ wants: 'labels' });
    });
    if (some.length === 0) return;
    yield* some;
  }
}

function tell(told: Told): void {
  port?.postMessage(told);
}

const file = isArchive ? severalFiles(look, labels()) : oneFile(look, labels());
port?.on('message', (asked: Asked) => {
  if (asked === 'next') {
    void file.next().then(({ value, done }) => tell(done === true ? { isEnd: true } : { bytes: value }));
  } else {
    take(asked.labels);
  }
});

import { trustedScriptUrl } from '#lib/trusted-script-url.ts';
import type { CodeReader } from './code-reader.ts';
// oxlint-disable-next-line import/default -- the bundler makes it
import workerUrl from './decode-worker.ts?worker&url';

/** The program that reads codes is not on the device, and did not come. */
export class DecoderMissingError extends Error {
  override name = 'DecoderMissingError';
}

/** Asks for the decoder once, so that the service worker keeps it for when there is no connection. Never rejects. */
export async function keepDecoder(): Promise<void> {
  await fetch(workerUrl).catch(() => undefined);
}

/** A reader for browsers without one of their own: a library in a worker, so that the page stays smooth. */
export async function openDecoder(): Promise<CodeReader> {
  const worker = new Worker(trustedScriptUrl(workerUrl), { type: 'module' });
  try {
    await nextMessage(worker);
  } catch {
    worker.terminate();
    throw new DecoderMissingError('The decoder did not start');
  }
  return {
    async read(video) {
      // Its pixels are read in the worker too: on a slow phone that alone takes longer than a frame.
      const picture = await createImageBitmap(video);
      worker.postMessage(picture, [picture]);
      // Of this build, as the page is.
      const { barcode } = (await nextMessage(worker)) as { barcode: string | null };
      return barcode === null ? [] : [barcode];
    },
    end: () => worker.terminate(),
  };
}

function nextMessage(worker: Worker): Promise<unknown> {
  const settled = new AbortController();
  const { signal } = settled;
  // Both listeners go with the first of them: ten looks a second, an hour long, would leave as many behind.
  return new Promise((resolve, reject) => {
    worker.addEventListener('message', ({ data }) => resolve(data), { signal });
    worker.addEventListener('error', () => reject(new Error('The decoder failed')), { signal });
  }).finally(() => settled.abort());
}

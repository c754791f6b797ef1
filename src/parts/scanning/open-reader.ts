import type { CodeReader } from './code-reader.ts';
import { openNativeReader } from './native-reader.ts';
import { keepDecoder, openDecoder } from './open-decoder.ts';

/** The browser's own reader, else the decoder; also where the browser's own turns out not to work. */
export async function openReader(): Promise<CodeReader> {
  let native = await openNativeReader();
  let decoder = native ? undefined : await openDecoder();
  return {
    async read(picture) {
      try {
        if (native) return await native.read(picture);
      } catch {
        // Some systems promise a reader that they lack: they tell when it is asked.
        native = undefined;
      }
      decoder ??= await openDecoder();
      return decoder.read(picture);
    },
    end() {
      native?.end();
      decoder?.end();
    },
  };
}

/** Where the camera will need the decoder, it is fetched while there is a connection: counting is for where there is none. */
export async function prepareReader(): Promise<void> {
  // Not in the types: without https a browser has no cameras.
  const { mediaDevices } = navigator as Partial<Navigator>;
  if (!mediaDevices || (await openNativeReader())) return;
  const devices = await mediaDevices.enumerateDevices().catch(() => []);
  if (devices.some(({ kind }) => kind === 'videoinput')) await keepDecoder();
}

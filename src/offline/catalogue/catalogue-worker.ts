/** The worker in which the replica lives: started by `start-catalogue.ts`, a program of its own. */
import { serveCalls } from './serve-calls.ts';
import type { CallMessage } from './worker-calls.ts';

const serve = serveCalls({
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one listener: its page
  post: (message) => globalThis.postMessage(message),
});
// From our own page, of this build.
globalThis.addEventListener('message', ({ data }: MessageEvent<CallMessage>) => serve(data));

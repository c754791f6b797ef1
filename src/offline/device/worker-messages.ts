import { isUserCacheName, API_CACHE_PREFIX, type PageToWorkerMessage } from '#contract/service-worker.ts';

const RESPONSE_WAIT_MS = 1_000;

/** Sends a message to the service worker; true when it says that it is done. False without a worker. Never throws. */
export async function tellWorker(message: PageToWorkerMessage): Promise<boolean> {
  try {
    const container = (navigator as Partial<Navigator>).serviceWorker;
    const worker = container?.controller ?? (await container?.getRegistration())?.active;
    return worker ? await askWithTimeout(worker, message) : false;
  } catch {
    return false;
  }
}

function askWithTimeout(worker: ServiceWorker, message: PageToWorkerMessage): Promise<boolean> {
  return new Promise((resolve) => {
    const channel = new MessageChannel();
    const finish = (isDone: boolean) => {
      clearTimeout(timer);
      channel.port1.close();
      resolve(isDone);
    };
    const timer = setTimeout(() => finish(false), RESPONSE_WAIT_MS);
    channel.port1.addEventListener('message', ({ data }: MessageEvent<unknown>) => finish(data === true));
    channel.port1.start();
    worker.postMessage(message, [channel.port2]);
  });
}

/** Deletes the caches of API answers; those of photos too, unless told otherwise. Never throws. */
export async function deleteUserCaches({ keepMedia = false } = {}): Promise<void> {
  try {
    const names = await caches.keys();
    const removed = names.filter(
      (name) => isUserCacheName(name) && !(keepMedia && !name.startsWith(API_CACHE_PREFIX)),
    );
    await Promise.all(removed.map((name) => caches.delete(name)));
  } catch {
    // No Cache Storage: private mode, or an insecure origin.
  }
}

/** Deletes the caches of everybody but this user, who is named by their key; of nobody: «». Never throws. */
export async function deleteForeignCaches(ownKey: string): Promise<void> {
  try {
    const names = await caches.keys();
    const foreign = names.filter((name) => /^(?:api|taken)-/.test(name) && !name.endsWith(`-${ownKey}`));
    await Promise.all(foreign.map((name) => caches.delete(name)));
  } catch {
    // As above.
  }
}

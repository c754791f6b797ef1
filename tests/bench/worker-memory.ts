import type { Page } from '@playwright/test';

interface Answer {
  id: number;
  result?: { usedSize: number; backingStorageSize?: number };
  error?: { message: string };
}

/** Memory in use by a page's dedicated workers after a collection: their objects, texts and buffers. */
export async function workersMemoryMb(page: Page): Promise<number> {
  const cdp = await page.context().newCDPSession(page);
  const sessions: string[] = [];
  cdp.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    if (targetInfo.type === 'worker') sessions.push(sessionId);
  });
  // Not flat: a driver's session is for its page alone.
  await cdp.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  let lastId = 0;
  const ask = (sessionId: string, method: string) =>
    new Promise<Answer>((done) => {
      lastId += 1;
      const id = lastId;
      const listen = ({ message }: { message: string }) => {
        // Of the browser's own protocol.
        const answer = JSON.parse(message) as Answer;
        if (answer.id !== id) return;
        cdp.off('Target.receivedMessageFromTarget', listen);
        done(answer);
      };
      cdp.on('Target.receivedMessageFromTarget', listen);
      void cdp.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method }) });
    });
  let bytes = 0;
  for (const sessionId of sessions) {
    await ask(sessionId, 'HeapProfiler.collectGarbage');
    const { result, error } = await ask(sessionId, 'Runtime.getHeapUsage');
    if (!result) throw new Error(error?.message ?? 'The worker does not say');
    bytes += result.usedSize + (result.backingStorageSize ?? 0);
  }
  await cdp.detach();
  return bytes / 1024 ** 2;
}

import type { z } from 'zod/mini';

export interface Broadcast<Message> {
  post: (message: Message) => void;
  close: () => void;
}

/**
 * A channel to the other tabs of this origin. What does not match the schema is ignored: any script of the origin may
 * post, an older build too. Where the browser has no channels, nothing is sent or heard.
 */
export function openBroadcast<S extends z.ZodMiniType>(
  name: string,
  schema: S,
  onMessage: (message: z.output<S>) => void,
): Broadcast<z.output<S>> {
  try {
    const channel = new BroadcastChannel(name);
    channel.addEventListener('message', (event: MessageEvent<unknown>) => {
      const parsed = schema.safeParse(event.data);
      if (parsed.success) onMessage(parsed.data);
    });
    return {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target: it is one origin
      post: (message) => channel.postMessage(message),
      close: () => channel.close(),
    };
  } catch {
    return { post: () => undefined, close: () => undefined };
  }
}

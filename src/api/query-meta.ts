import type { z } from 'zod/mini';

export interface AppQueryMeta extends Record<string, unknown> {
  /** Shown when the server sent no message of its own. */
  errorText?: string;
  /** The screen shows the failure itself, or those that it says: no notification. */
  isQuiet?: boolean | ((error: unknown) => boolean);
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: AppQueryMeta & {
      /** Checks what is read back from the device, of an infinite query each page; a copy of another shape is dropped. */
      schema?: z.ZodMiniType;
      /** With nothing to show, the screen says the failure where the data would be; over data it is a notification. */
      isShownInPlace?: boolean;
      /** Never kept on the device: analytics, exports, secrets. */
      isNotKept?: boolean;
    };
    mutationMeta: AppQueryMeta;
  }
}

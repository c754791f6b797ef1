import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { generateTitlesEndpoint } from '#contract/card-texts.ts';
import type { EndpointBodyInput } from '#contract/endpoint.ts';
import { api } from './api.ts';

const WRITING_TIMEOUT_MS = 60_000;
/** Rules answer at once; who waits for longer waits for a model, and may want to stop it. */
const SLOW_AFTER_MS = 700;

/**
 * Titles to choose from, and one for each shop where that was asked for; they are short, and come whole. `stop` ends the writing,
 * at the server too, and is no failure; `isSlow`: it lasts long enough for that.
 */
export function useWrittenTitles() {
  const [isSlow, setSlow] = useState(false);
  const running = useRef<AbortController | null>(null);
  const { mutate, data, isPending } = useMutation({
    mutationFn: async (body: EndpointBodyInput<typeof generateTitlesEndpoint>) => {
      const abort = new AbortController();
      running.current = abort;
      const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS);
      try {
        return await api.call(generateTitlesEndpoint, {
          body,
          signal: abort.signal,
          timeoutMs: WRITING_TIMEOUT_MS,
        });
      } finally {
        clearTimeout(timer);
        setSlow(false);
      }
    },
    meta: { errorText: 'Не удалось предложить варианты' },
  });
  return {
    write: mutate,
    stop: () => running.current?.abort(),
    isWriting: isPending,
    isSlow: isPending && isSlow,
    written: data ?? null,
  };
}

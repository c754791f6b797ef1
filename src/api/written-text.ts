import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  streamDescriptionEndpoint,
  writtenTextLineSchema,
  type WrittenDescription,
} from '#contract/card-texts.ts';
import type { EndpointBodyInput } from '#contract/endpoint.ts';
import { api } from './api.ts';
import { badResponseError } from './http/api-error.ts';

const WRITING_TIMEOUT_MS = 120_000;

/**
 * A description that is written while one looks on. `part` is what has come so far, to be looked at only; `written` is the whole as
 * it may be taken. `stop` ends the writing, at the server too.
 */
export function useWrittenDescription() {
  const [part, setPart] = useState('');
  const running = useRef<AbortController | null>(null);
  const { mutate, reset, data, isPending } = useMutation({
    mutationFn: async (body: EndpointBodyInput<typeof streamDescriptionEndpoint>) => {
      const abort = new AbortController();
      running.current = abort;
      setPart('');
      try {
        return await api.download(streamDescriptionEndpoint, (response) => readWhole(response, setPart), {
          body,
          signal: abort.signal,
          timeoutMs: WRITING_TIMEOUT_MS,
        });
      } catch (error) {
        // Who has stopped it needs not be told.
        if (abort.signal.aborted) return null;
        throw error;
      }
    },
    meta: { errorText: 'Не удалось написать описание' },
  });
  return {
    write: mutate,
    stop: () => running.current?.abort(),
    forget: reset,
    isWriting: isPending,
    part,
    written: data ?? null,
  };
}

async function readWhole(response: Response, onPart: (soFar: string) => void): Promise<WrittenDescription> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let pending = '';
  let soFar = '';
  let whole: WrittenDescription | undefined;
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    const lines = (pending + decoder.decode(value, { stream: !done })).split('\n');
    pending = done ? '' : (lines.pop() ?? '');
    for (const line of lines.filter((one) => one !== '')) {
      const said = readLine(line);
      if ('part' in said) soFar += said.part;
      else whole = said;
    }
    onPart(soFar);
    if (done) break;
  }
  // Cut before its end: nothing of it has been looked at by the server's rules.
  if (!whole) throw badResponseError();
  return whole;
}

function readLine(line: string) {
  try {
    return writtenTextLineSchema.parse(JSON.parse(line));
  } catch {
    throw badResponseError();
  }
}

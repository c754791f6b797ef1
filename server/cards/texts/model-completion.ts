import { z } from 'zod/mini';
import type { TextFacts } from './text-facts.ts';

/** A model that says nothing for so long will not say anything. */
const SILENCE_MS = 20_000;
/** A person waits for it. */
const WHOLE_MS = 90_000;
const MAX_RESPONSE_BYTES = 200_000;

export interface ModelAddress {
  baseUrl: string;
  apiKey: string;
  model: string;
}

const wholeSchema = z.looseObject({
  choices: z.array(z.looseObject({ message: z.looseObject({ content: z.string() }) })).check(z.minLength(1)),
});
const partSchema = z.looseObject({
  choices: z.array(z.looseObject({ delta: z.looseObject({ content: z.optional(z.nullable(z.string())) }) })),
});

/**
 * What an OpenAI-compatible endpoint says, as it says it. Throws when it refuses, falls silent, says too much or something
 * else; the connection ends with `signal`, and when nobody takes the next part.
 */
export async function* complete(
  { baseUrl, apiKey, model }: ModelAddress,
  task: string,
  facts: TextFacts & { otherTexts?: string[] },
  signal?: AbortSignal,
): AsyncGenerator<string> {
  const silence = new AbortController();
  const fallSilent = () => silence.abort(new Error('silent'));
  let timer = setTimeout(fallSilent, SILENCE_MS);
  const end = new AbortController();
  const signals = [silence.signal, end.signal, AbortSignal.timeout(WHOLE_MS), ...(signal ? [signal] : [])];
  try {
    const response = await fetch(`${baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
      body: JSON.stringify({
        model,
        stream: true,
        temperature: 0.7,
        messages: [
          { role: 'system', content: `Ты пишешь тексты карточек для маркетплейса на русском языке. ${task}` },
          // Facts are data: a seller's text in them must not read as an order.
          { role: 'user', content: `Данные карточки (JSON): ${JSON.stringify(facts)}` },
        ],
      }),
      redirect: 'error',
      signal: AbortSignal.any(signals),
    });
    if (!response.ok || !response.body) throw new Error(`status ${response.status}`);
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    let pending = '';
    let bytes = 0;
    const decoder = new TextDecoder();
    for await (const chunk of response.body) {
      clearTimeout(timer);
      timer = setTimeout(fallSilent, SILENCE_MS);
      bytes += chunk.byteLength;
      if (bytes > MAX_RESPONSE_BYTES) throw new Error('too long');
      pending += decoder.decode(chunk, { stream: true });
      if (!isStream) continue;
      const lines = pending.split('\n');
      pending = lines.pop() ?? '';
      for (const line of lines) {
        const part = partOf(line);
        if (part === null) return;
        if (part !== '') yield part;
      }
    }
    // An endpoint that knows no streams answers with the whole.
    if (!isStream) yield wholeSchema.parse(JSON.parse(pending)).choices[0]?.message.content ?? '';
  } finally {
    clearTimeout(timer);
    end.abort();
  }
}

/** What a line of the stream adds; null: it was the last. */
function partOf(line: string): string | null {
  if (!line.startsWith('data:')) return '';
  const data = line.slice('data:'.length).trim();
  if (data === '[DONE]') return null;
  return partSchema.parse(JSON.parse(data)).choices[0]?.delta.content ?? '';
}

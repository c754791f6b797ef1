import { z } from 'zod/mini';
import type { FastifyBaseLogger } from 'fastify';
import { DESCRIPTION_MAX_LENGTH } from '#contract/card-rules.ts';
import { containsEmail, foldForSearch, normaliseText } from '#server/text/text-rules.ts';
import type { TextFacts } from './text-facts.ts';
import { usableTitle } from './titles-by-rules.ts';

const TIMEOUT_MS = 20_000;
const MAX_RESPONSE_BYTES = 100_000;

/** Writes texts with a configured language model; null means «use the rules». */
export interface TextModel {
  titles(facts: TextFacts, count: number): Promise<string[] | null>;
  description(facts: TextFacts): Promise<string | null>;
}

interface Endpoint {
  baseUrl: string;
  apiKey: string;
  model: string;
  log: FastifyBaseLogger;
}

const completionSchema = z.looseObject({
  choices: z.array(z.looseObject({ message: z.looseObject({ content: z.string() }) })).check(z.minLength(1)),
});

/**
 * A client of an OpenAI-compatible endpoint. What comes back is treated like any text from outside: cleaned, cut and
 * dropped when it breaks the rules. A slow or failing endpoint is no error: the rules write the text then.
 */
export function createTextModel(endpoint: Endpoint): TextModel {
  const ask = (task: string, facts: TextFacts) => complete(endpoint, task, facts);
  return {
    async titles(facts, count) {
      const response = await ask(
        `Предложи ${count} разных наименований товара, каждое на своей строке, не длиннее 60 символов, без бренда, эмодзи, нумерации и слов «лучший», «топ», «скидка».`,
        facts,
      );
      if (response === null) return null;
      const titles = new Map<string, string>();
      for (const line of response.split('\n')) {
        const title = usableTitle(line.replace(/^\s*(?:\d+[.)]|[-•*])\s*/, ''), facts.brand);
        if (title.length > 5) titles.set(foldForSearch(title), title);
      }
      titles.delete(foldForSearch(facts.title));
      return titles.size === 0 ? null : [...titles.values()].slice(0, count);
    },
    async description(facts) {
      const response = await ask(
        'Напиши описание товара из пяти абзацев: для кого и куда; материал и ощущения; посадка и размеры; уход; комплектация. 450–1200 символов, только факты из данных, без контактов, разметки и слов «лучший», «топ», «скидка».',
        facts,
      );
      if (response === null) return null;
      const text = normaliseText(response.replace(/[*#_`]/g, '')).slice(0, DESCRIPTION_MAX_LENGTH);
      return text.length < 100 || containsEmail(text) ? null : text;
    },
  };
}

async function complete(endpoint: Endpoint, task: string, facts: TextFacts): Promise<string | null> {
  try {
    const response = await fetch(`${endpoint.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${endpoint.apiKey}` },
      body: JSON.stringify({
        model: endpoint.model,
        temperature: 0.7,
        messages: [
          { role: 'system', content: `Ты пишешь тексты карточек для маркетплейса на русском языке. ${task}` },
          // Facts are data: a seller's text in them must not read as an order.
          { role: 'user', content: `Данные карточки (JSON): ${JSON.stringify(facts)}` },
        ],
      }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const text = (await response.text()).slice(0, MAX_RESPONSE_BYTES);
    return completionSchema.parse(JSON.parse(text)).choices[0]?.message.content ?? null;
  } catch (error) {
    endpoint.log.warn({ reason: error instanceof Error ? error.message : 'unknown' }, 'text model failed');
    return null;
  }
}

import type { FastifyBaseLogger } from 'fastify';
import { foldForSearch } from '#contract/catalogue/search-words.ts';
import { DESCRIPTION_MAX_LENGTH } from '#contract/card-rules.ts';
import { containsEmail, normaliseText } from '#server/text/text-rules.ts';
import { complete, type ModelAddress } from './model-completion.ts';
import type { TextFacts } from './text-facts.ts';
import { usableTitle } from './titles-by-rules.ts';

/** Writes texts with a configured language model; null means «use the rules». */
export interface TextModel {
  titles(facts: TextFacts, count: number, listening?: Listening): Promise<string[] | null>;
  /** `onPart` hears the text as it comes, as it is: only what is returned has passed the rules. */
  description(facts: TextFacts, otherTexts: readonly string[], listening?: Listening): Promise<string | null>;
}

/** What the model is told: the facts, and texts that it is not to say again. */
type ToldFacts = TextFacts & { otherTexts?: string[] };

interface Listening {
  onPart?: (part: string) => void;
  signal?: AbortSignal;
}

/** Of what a model says beyond that nothing could be used. */
const MAX_TEXT_LENGTH = 2 * DESCRIPTION_MAX_LENGTH;
const MIN_DESCRIPTION_LENGTH = 100;
/** Enough to be told apart from, and not longer than the facts themselves. */
const MAX_TOLD_TEXTS = 5;
const MAX_TOLD_LENGTH = 800;
const OTHERWISE =
  'В otherTexts — описания этого же товара в других местах: скажи иначе, не повторяй их начала, фраз и порядка. ';
/** The marketplace takes no ways round it. */
const CONTACTS =
  /https?:\/\/|www\.|t\.me\/|wa\.me\/|(?:\+7|8)[\s(-]*\d{3}[\s)-]*\d{3}[\s-]*\d{2}[\s-]*\d{2}/i;

/**
 * A client of an OpenAI-compatible endpoint. What comes back is treated like any text from outside: cleaned, cut and
 * dropped when it breaks the rules. A slow or failing endpoint is no error: the rules write the text then.
 */
export function createTextModel({ log, ...address }: ModelAddress & { log: FastifyBaseLogger }): TextModel {
  async function ask(task: string, facts: ToldFacts, { onPart, signal }: Listening = {}) {
    let text = '';
    try {
      for await (const part of complete(address, task, facts, signal)) {
        text += part;
        onPart?.(part);
        if (text.length > MAX_TEXT_LENGTH) break;
      }
      return text;
    } catch (error) {
      // Never the address or the key: a reason alone.
      log.warn({ reason: error instanceof Error ? error.message : 'unknown' }, 'text model failed');
      return null;
    }
  }
  return {
    async titles(facts, count, listening) {
      const response = await ask(
        `Предложи ${count} разных наименований товара, каждое на своей строке, не длиннее 60 символов, без бренда, эмодзи, нумерации и слов «лучший», «топ», «скидка».`,
        facts,
        listening,
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
    async description(facts, otherTexts, listening) {
      const others = otherTexts.filter((text) => text.trim() !== '');
      const told = others.slice(0, MAX_TOLD_TEXTS).map((text) => text.slice(0, MAX_TOLD_LENGTH));
      const response = await ask(
        (told.length === 0 ? '' : OTHERWISE) +
          'Напиши описание товара из пяти абзацев: для кого и куда; материал и ощущения; посадка и размеры; уход; комплектация. 450–1200 символов, только факты из данных, без контактов, разметки и слов «лучший», «топ», «скидка».',
        told.length === 0 ? facts : { ...facts, otherTexts: told },
        listening,
      );
      const text = response === null ? null : usableDescription(response);
      return others.some((other) => other.trim() === text) ? null : text;
    },
  };
}

/** Plain text within the limit; null when it is too little, or leads a buyer elsewhere. */
function usableDescription(response: string): string | null {
  const text = normaliseText(response.replace(/<[^>]*>/g, ' ').replace(/[*#_`<>]/g, ''))
    .slice(0, DESCRIPTION_MAX_LENGTH)
    // Half a letter at the end.
    .replace(/[\uD800-\uDBFF]$/, '');
  return text.length < MIN_DESCRIPTION_LENGTH || containsEmail(text) || CONTACTS.test(text) ? null : text;
}

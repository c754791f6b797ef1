import { z } from 'zod/mini';
import { characteristicIdsIn, translate, translateCode } from './error-texts.ts';
import {
  MarketplaceError,
  unavailable,
  type MarketplaceErrorKind,
  type MarketplaceErrorRow,
} from './errors.ts';

/** An answer as it came over the wire. */
export interface RawResponse {
  status: number;
  /** Seconds of `X-Ratelimit-Retry`, where the answer has it. */
  retryAfterSeconds: number | undefined;
  text: string;
}

interface Meaning {
  detail: string[];
  code?: string | undefined;
  requestId?: string | undefined;
  rows?: MarketplaceErrorRow[];
}

const problemSchema = z.looseObject({
  title: z.string(),
  detail: z.optional(z.nullable(z.string())),
  requestId: z.optional(z.nullable(z.string())),
});
const errorTextSchema = z.looseObject({
  errorText: z.string(),
  additionalErrors: z.optional(z.unknown()),
});
const codeSchema = z.looseObject({ code: z.string(), message: z.optional(z.nullable(z.string())) });
const codeListSchema = z.array(
  z.looseObject({
    ...codeSchema.shape,
    data: z.optional(
      z.nullable(
        z.array(z.looseObject({ chrtId: z.optional(z.nullable(z.int())), sku: z.optional(z.string()) })),
      ),
    ),
  }),
);
const statisticsSchema = z.looseObject({ errors: z.union([z.string(), z.array(z.string())]) });

/** The error that an answer other than success is; its four shapes become one. */
export function errorOfResponse(response: RawResponse): MarketplaceError {
  const { status } = response;
  const kind = kindOf(status);
  const body = parseJson(response.text);
  const meaning = readMeaning(body) ?? meaningOfText(response.text);
  if (kind === 'unavailable') {
    return unavailable(`Wildberries временно недоступен (код ${String(status)})`, status, meaning?.requestId);
  }
  // A page of some box between us and the marketplace says nothing about our request.
  if (!meaning && kind === 'rejected') return unavailable('Wildberries прислал непонятный ответ', status);
  if (kind === 'limit') return limitError(response, meaning?.requestId);
  return new MarketplaceError({
    kind,
    status,
    ...meaning,
    detail: detailFor(kind, status, meaning),
  });
}

/** A success (200) of the content and price hosts can carry `error: true`. */
export function errorOfSuccess(body: unknown, status: number): MarketplaceError | undefined {
  const flag = z.looseObject({ error: z.literal(true) }).safeParse(body);
  if (!flag.success) return undefined;
  const meaning = readMeaning(body);
  return new MarketplaceError({
    kind: 'rejected',
    status,
    ...meaning,
    detail: detailFor('rejected', status, meaning),
  });
}

function kindOf(status: number): MarketplaceErrorKind {
  if (status === 401 || status === 403) return 'token';
  if (status === 429) return 'limit';
  // 3xx: the marketplace does not redirect, somebody else does. 499 and 526 are said by proxies.
  if (status < 400 || status >= 500 || status === 408 || status === 425 || status === 499)
    return 'unavailable';
  return 'rejected';
}

function detailFor(kind: MarketplaceErrorKind, status: number, meaning: Meaning | undefined): string[] {
  if (kind === 'token' && meaning?.code === undefined) {
    return [
      status === 401
        ? 'Wildberries не принял токен: он отозван или истёк'
        : (meaning?.detail[0] ?? 'Wildberries запретил этот запрос'),
    ];
  }
  if (status === 402) return ['Wildberries требует оплатить доступ к этому методу'];
  const sentences = meaning?.detail.filter((sentence) => sentence !== '') ?? [];
  return sentences.length > 0 ? sentences : [`Wildberries отклонил запрос (код ${String(status)})`];
}

const SHORTEST_PAUSE_S = 1;

function limitError(response: RawResponse, requestId: string | undefined): MarketplaceError {
  const seconds = response.retryAfterSeconds ?? SHORTEST_PAUSE_S;
  return new MarketplaceError({
    kind: 'limit',
    status: response.status,
    detail: ['Исчерпан лимит запросов Wildberries'],
    requestId,
    retryAt: new Date(Date.now() + seconds * 1000),
  });
}

function readMeaning(body: unknown): Meaning | undefined {
  const list = codeListSchema.safeParse(body);
  if (list.success && list.data.length > 0) return meaningOfCodes(list.data);
  const problem = problemSchema.safeParse(body);
  if (problem.success) {
    const { title, detail, requestId } = problem.data;
    const known = [detail ?? '', title].map(translate).find((text) => text.code !== undefined);
    return {
      detail: [known?.detail ?? (detail ? `${title}: ${detail}` : title)],
      code: known?.code,
      requestId: requestId ?? undefined,
    };
  }
  const withText = errorTextSchema.safeParse(body);
  if (withText.success) return meaningOfErrorText(withText.data.errorText, withText.data.additionalErrors);
  const withCode = codeSchema.safeParse(body);
  if (withCode.success) {
    const { code, message } = withCode.data;
    return { detail: [translateCode(code, message ?? '')], code };
  }
  const statistics = statisticsSchema.safeParse(body);
  if (statistics.success) return { detail: [statistics.data.errors].flat() };
  return undefined;
}

function meaningOfCodes(list: z.infer<typeof codeListSchema>): Meaning {
  const sentences = list.map((one) => translateCode(one.code, one.message ?? ''));
  return {
    detail: [...new Set(sentences)],
    code: list[0]?.code,
    rows: list.flatMap((one, index) =>
      (one.data ?? []).flatMap(({ chrtId }) =>
        typeof chrtId === 'number' ? [{ chrtId, code: one.code, detail: sentences[index] ?? one.code }] : [],
      ),
    ),
  };
}

/** Keys of `additionalErrors` that are not vendor codes. */
const NOT_VENDOR_CODES = new Set(['id', 'error', 'description']);

function meaningOfErrorText(errorText: string, additional: unknown): Meaning {
  const main = translate(errorText);
  const known = z.record(z.string(), z.string()).safeParse(additional);
  if (known.success) {
    const rows = Object.entries(known.data)
      .filter(([vendorCode]) => !NOT_VENDOR_CODES.has(vendorCode))
      .map(([vendorCode, text]) => rowOfCard(vendorCode, text, main));
    const extra = known.data['error'] ?? known.data['description'];
    return {
      detail:
        extra === undefined || extra === ''
          ? [main.detail]
          : [...new Set([main.detail, translate(extra).detail])],
      code: main.code,
      rows,
    };
  }
  if (typeof additional !== 'string' || additional.trim() === '')
    return { detail: [main.detail], code: main.code };
  const more = translate(additional);
  return more.code === undefined
    ? { detail: [main.detail, more.detail], code: main.code }
    : { detail: [more.detail], code: more.code };
}

function rowOfCard(
  vendorCode: string,
  text: string,
  main: { detail: string; code: string | undefined },
): MarketplaceErrorRow {
  const characteristicIds = characteristicIdsIn(text);
  const code = main.code === undefined ? {} : { code: main.code };
  if (characteristicIds.length === 0) return { vendorCode, ...code, detail: translate(text).detail };
  return { vendorCode, ...code, characteristicIds, detail: main.detail };
}

const LONGEST_TEXT = 300;

/** A short plain sentence is an error's text; a page, an empty body or a half of JSON is not. */
function meaningOfText(text: string): Meaning | undefined {
  const sentence = text.trim();
  if (sentence === '' || sentence.length > LONGEST_TEXT || /^[<{[]/.test(sentence)) return undefined;
  const known = translate(sentence.replace(/^"(.*)"$/, '$1'));
  return { detail: [known.detail], code: known.code };
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

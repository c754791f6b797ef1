import { randomStream } from '#simulator/state/random.ts';

/**
 * delay: a slow answer · 429, 500, 502: instead of the work · timeout-after-accept: the work is done, the answer never
 * comes · html: a page of some middle box instead of the work · empty: the work is done, the answer has no body ·
 * wrong-ids: every identifier in the answer is another one · partial: lists in the answer lose their second half ·
 * truncated: the answer's text is cut in the middle · renamed: every field has another name, as after a change of the
 * marketplace.
 */
export const FAULT_KINDS = [
  'delay',
  '429',
  '500',
  '502',
  'timeout-after-accept',
  'html',
  'empty',
  'wrong-ids',
  'partial',
  'truncated',
  'renamed',
] as const;

export type FaultKind = (typeof FAULT_KINDS)[number];

export interface FaultRule {
  /** Name of an operation (`content/cards/upload`), a host (`content/*`) or `*`. */
  operation: string;
  probability: number;
  kind: FaultKind;
  /** After this many the rule is spent. */
  times?: number | undefined;
  /** delay: how long; timeout-after-accept: when the connection is cut; 429: the pause it asks for. */
  delayMs?: number | undefined;
}

export interface FaultPlan {
  replace(seed: number, rules: readonly FaultRule[]): void;
  /** The fault that strikes this call, if any. The same seed and order of calls strike the same calls. */
  strike(operation: string): FaultRule | undefined;
}

export function createFaultPlan(): FaultPlan {
  let random = randomStream(1);
  let rules: { rule: FaultRule; left: number }[] = [];

  return {
    replace(seed, next) {
      random = randomStream(seed);
      rules = next.map((rule) => ({ rule, left: rule.times ?? Number.POSITIVE_INFINITY }));
    },
    strike(operation) {
      for (const entry of rules) {
        if (entry.left === 0 || !concerns(entry.rule.operation, operation)) continue;
        if (random() >= entry.rule.probability) continue;
        entry.left -= 1;
        return entry.rule;
      }
      return undefined;
    },
  };
}

function concerns(pattern: string, operation: string): boolean {
  if (pattern === '*') return true;
  return pattern.endsWith('/*') ? operation.startsWith(pattern.slice(0, -1)) : pattern === operation;
}

const IDENTIFIERS = new Set([
  'nmID',
  'nmId',
  'imtID',
  'chrtID',
  'chrtId',
  'sizeID',
  'uploadID',
  'id',
  'rrdId',
  'srid',
  'sid',
]);

/** Spoils the text of an answer. An answer that is not JSON stays as it is. */
export function spoilResponse(kind: FaultKind, text: string): string {
  if (kind === 'empty') return '';
  if (kind === 'truncated') return text.slice(0, Math.floor(text.length / 2));
  const spoil = SPOILED[kind];
  if (!spoil) return text;
  let response: unknown;
  try {
    response = JSON.parse(text);
  } catch {
    return text;
  }
  return JSON.stringify(spoil(response));
}

const SPOILED: Partial<Record<FaultKind, (response: unknown) => unknown>> = {
  'wrong-ids': changeIdentifiers,
  partial: halveLists,
  renamed: renameFields,
};

function halveLists(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, Math.floor(value.length / 2)).map(halveLists);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, halveLists(inner)]));
}

function changeIdentifiers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(changeIdentifiers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (!IDENTIFIERS.has(key)) return [key, changeIdentifiers(inner)];
      if (typeof inner === 'number') return [key, inner + 7];
      return [key, typeof inner === 'string' ? `${inner}-7` : inner];
    }),
  );
}

function renameFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renameFields);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [`${key}Renamed`, renameFields(inner)]),
  );
}

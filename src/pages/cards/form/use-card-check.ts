import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { cardCheckQueries } from '#api/card-sending.ts';
import type { CardContent } from '#contract/cards.ts';
import { isSameJson } from '#offline/outbox/three-way-merge.ts';
import { tidyContent, validateContent } from './card-validation.ts';
import type { CardForm } from './form-context.ts';

export interface FoundProblem {
  shopId: number | null;
  kind: 'error' | 'warning';
  field: string | null;
  detail: string;
}

interface CheckedCard {
  /** null: it is not created yet. */
  id: number | null;
  /** Where it is; of one that is not created yet, where it may be sent. */
  shopIds: number[];
}

/** «Проверить» looks at what is on the screen, saved or not: the form itself first, then the server. */
export function useCardCheck({ id, shopIds }: CheckedCard, { values }: Pick<CardForm, 'values'>) {
  const queryClient = useQueryClient();
  const [result, setResult] = useState<{ found: FoundProblem[]; values: CardContent } | null>(null);
  const [isRunning, setRunning] = useState(false);
  const run = () => {
    const content = tidyContent(values);
    setRunning(true);
    const asked =
      id === null
        ? queryClient.fetchQuery(cardCheckQueries.ofNewCard(shopIds, content))
        : queryClient.fetchQuery(cardCheckQueries.ofContent(id, shopIds, content));
    asked
      .then(({ problems }) => setResult({ found: joined(formProblems(content), problems), values }))
      // The query cache has told of it already.
      .catch(() => setResult(null))
      .finally(() => setRunning(false));
  };
  return {
    found: result?.found ?? null,
    /** Edited since: what was found may be mended by now. */
    isOutdated: result !== null && !isSameJson(result.values, values),
    isRunning,
    run,
    close: () => setResult(null),
  };
}

function formProblems(content: CardContent): FoundProblem[] {
  return Object.entries(validateContent(content)).map(([field, detail = '']) => ({
    shopId: null,
    kind: 'error',
    field,
    detail,
  }));
}

/** Both know some of the same rules, in the same words. */
function joined(own: readonly FoundProblem[], server: readonly FoundProblem[]): FoundProblem[] {
  const isSame = (one: FoundProblem, other: FoundProblem) =>
    one.field === other.field && one.detail === other.detail;
  return [...own.filter((one) => !server.some((other) => isSame(one, other))), ...server];
}

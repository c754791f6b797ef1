import { useQuery } from '@tanstack/react-query';
import { oneCardQueries } from '#api/one-card.ts';
import { characterCount, DESCRIPTION_MAX_LENGTH, TITLE_MAX_LENGTH } from '#contract/card-rules.ts';
import { fillTemplate, type NamedCharacteristic } from '#contract/text-templates.ts';
import { inQuotes } from '#lib/text.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import type { TemplateDraft } from './template-draft.ts';

interface TemplateExampleProps {
  cardId: number;
  draft: TemplateDraft;
  characteristics: readonly NamedCharacteristic[];
}

const LIMITS = { title: TITLE_MAX_LENGTH, description: DESCRIPTION_MAX_LENGTH };

/** What the template comes to for one of the cards, while it is written. */
export function TemplateExample({ cardId, draft, characteristics }: TemplateExampleProps) {
  const { data: card, error } = useQuery(oneCardQueries.byId(cardId));
  if (!card) return error ? null : <Skeleton className="h-16 w-full" />;
  const filled = fillTemplate(draft.template, card, characteristics);
  const limit = LIMITS[draft.field];
  const length = 'text' in filled ? characterCount(filled.text) : 0;
  return (
    <section aria-label="Пример" aria-live="polite" className="rounded-control bg-sunken px-3 py-2">
      <p className="text-sm text-muted">Например, карточка {inQuotes(card.title || card.vendorCode)}:</p>
      {'text' in filled ? (
        <>
          <p className="wrap-anywhere whitespace-pre-line">{filled.text}</p>
          <p className={`text-sm ${length > limit ? 'text-red' : 'text-muted'}`}>
            {length} / {limit}
            {length > limit ? ' — слишком длинно: такая карточка останется как есть' : null}
          </p>
        </>
      ) : (
        <p className="wrap-anywhere">
          В ней не указано: {'empty' in filled ? filled.empty : filled.unknown}. Такие карточки останутся как
          есть.
        </p>
      )}
    </section>
  );
}

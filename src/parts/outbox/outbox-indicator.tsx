import { lazy, Suspense, useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { pluralForm } from '#contract/plurals.ts';
import { countOf } from '#lib/plurals.ts';
import { useOutbox } from '#offline/outbox/use-outbox.ts';
import type { OutboxEvent } from '#offline/outbox/record-sender.ts';
import { outbox } from '#offline/outbox/user-outbox.ts';
import { loadQuietly } from '#lib/load-quietly.ts';

const OutboxDialog = lazy(async () => ({ default: (await import('./outbox-dialog.tsx')).OutboxDialog }));
const CHANGE_FORMS = ['изменение', 'изменения', 'изменений'] as const;

/** «3 изменения ждут отправки» in the top menu; opens the list of them. Nothing while all is on the server. */
export function OutboxIndicator() {
  const { total, conflicts, rejected } = useOutbox();
  const [isOpen, setOpen] = useState(false);
  useOutboxNews(useCallback(() => setOpen(true), []));
  const needsChoice = conflicts + rejected > 0;
  const text = needsChoice
    ? `${countOf(conflicts + rejected, CHANGE_FORMS)} ${pluralForm(conflicts + rejected, ['требует', 'требуют', 'требуют'])} решения`
    : `${countOf(total, CHANGE_FORMS)} ${pluralForm(total, ['ждёт', 'ждут', 'ждут'])} отправки`;
  return (
    <>
      <output className="contents">
        {total > 0 ? (
          <button
            type="button"
            onClick={() => setOpen(true)}
            title={text}
            className={`inline-flex h-8 min-w-6 items-center gap-2 rounded-control px-2.5 text-sm whitespace-nowrap focus-visible:outline-[#8c9eff] ${
              needsChoice ? 'bg-[#4c1d1d] text-[#ffb4ab]' : 'bg-[#3a2a12] text-[#fbbf6b]'
            }`}
          >
            <span className="max-lg:sr-only">{text}</span>
            <span aria-hidden className="lg:hidden">
              {needsChoice ? '!' : '↑'} {total}
            </span>
          </button>
        ) : null}
      </output>
      {isOpen ? (
        <Suspense fallback={null}>
          <OutboxDialog onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

/** What happens to an edit after its screen was left: of no use before there is one, so its words come with the first news. */
function useOutboxNews(open: () => void): void {
  const place = useLocation();
  const tell = useEffectEvent((event: OutboxEvent) => {
    if (event.isAwaited) return;
    loadQuietly(() => import('./outbox-news.ts')).then(
      ({ tellOutboxNews }) => tellOutboxNews(event, place, open),
      // The menu says what waits and what needs a choice.
      () => undefined,
    );
  });
  useEffect(() => outbox.onEvent((event) => tell(event)), []);
}

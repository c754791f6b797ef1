import { lazy, Suspense, useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { pluralForm } from '#contract/plurals.ts';
import { countOf } from '#lib/plurals.ts';
import { useOutbox } from '#offline/outbox/use-outbox.ts';
import type { OutboxRecord } from '#offline/outbox/outbox-record.ts';
import type { OutboxEvent } from '#offline/outbox/record-sender.ts';
import { outbox } from '#offline/outbox/user-outbox.ts';
import { showToast } from '#ui/toast-store.ts';
import { paths } from '#lib/paths.ts';

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

/** What happens to an edit after its screen was left. */
function useOutboxNews(open: () => void): void {
  const isSaidInPlace = useIsCardShown();
  const tell = useEffectEvent(({ type, record, isAwaited }: OutboxEvent) => {
    const name = record.entity === 'settings' ? 'Настройки' : `«${record.title}»`;
    if (isAwaited) return;
    if (type === 'merged') {
      showToast({ type: 'info', text: `${name}: изменили и в другом месте, правки объединены` });
    }
    // The same words each time: a hundred of them are one notification with a count.
    if (type === 'sent') showToast({ type: 'success', text: 'Отложенное изменение отправлено' });
    if (isSaidInPlace(record)) return;
    const action = { label: 'Посмотреть', onClick: open };
    if (type === 'conflict') {
      showToast({ type: 'warning', text: `${name}: то же изменили в другом месте`, action });
    }
    if (type === 'rejected') {
      showToast({ type: 'error', text: `${name}: сервер не принял изменение`, action });
    }
  });
  useEffect(() => outbox.onEvent((event) => tell(event)), []);
}

/** The card's own screen says of a conflict and a refusal itself, with what can be done beside it. */
function useIsCardShown(): (record: OutboxRecord) => boolean {
  const { pathname, search } = useLocation();
  const shownId = pathname === paths.cardEdit ? Number(new URLSearchParams(search).get('id')) : null;
  return ({ entity, entityId }) => entity === 'card' && entityId === shownId;
}

import { type ReactNode, useEffect, useRef } from 'react';
import { wordDifference } from '#lib/word-difference.ts';
import { Marked } from '#parts/cards/text-change.tsx';
import { Button } from '#ui/button.tsx';

interface TextOfferProps {
  label: string;
  /** «Такое описание уже стоит.» */
  sameText: string;
  /** What to know of it before it is taken. */
  note?: string | undefined;
  before: string;
  after: string;
  onAccept: () => void;
  onClose: () => void;
}

/** A text that was written for the seller, beside the one that stands there: nothing changes until it is accepted. */
export function TextOffer({ label, sameText, note, before, after, onAccept, onClose }: TextOfferProps) {
  const isSame = before === after;
  const { was, is } = wordDifference(before, after);
  const ref = useRef<HTMLElement>(null);
  // On a phone it appears below what is in sight.
  // In braces: newer browsers return a promise from it, which React would take for the effect's clean-up and call.
  useEffect(() => {
    ref.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <section
      ref={ref}
      aria-label={label}
      className="mt-2 scroll-my-24 rounded-control border border-line bg-sunken p-3"
    >
      {before === '' || isSame ? null : (
        <>
          <h3 className="text-sm font-medium text-muted">Сейчас</h3>
          <LongText label={`${label}: сейчас`} className="max-h-28">
            <del className="text-muted no-underline">
              <Marked parts={was} tone="bg-red-soft" />
            </del>
          </LongText>
          <h3 className="mt-3 text-sm font-medium text-muted">Станет</h3>
        </>
      )}
      <LongText label={`${label}: станет`} className="max-h-40">
        <ins className="no-underline">
          {before === '' ? after : <Marked parts={is} tone="bg-green-soft" />}
        </ins>
      </LongText>
      {note === undefined ? null : <p className="mt-2 text-sm text-muted">{note}</p>}
      <div aria-live="polite" className="mt-3 flex flex-wrap items-center gap-2">
        {isSame ? (
          <span className="text-sm text-muted">{sameText}</span>
        ) : (
          <Button size="sm" variant="primary" onClick={onAccept}>
            {before === '' ? 'Вставить' : 'Заменить'}
          </Button>
        )}
        <Button size="sm" variant="ghost" onClick={onClose}>
          {isSame ? 'Закрыть' : 'Не нужно'}
        </Button>
      </div>
    </section>
  );
}

interface LongTextProps {
  label: string;
  className: string;
  children: ReactNode;
}

/** A text that scrolls in its place, by keys too. */
function LongText({ label, className, children }: LongTextProps) {
  return (
    <section
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keys
      tabIndex={0}
      className={`mt-1 overflow-y-auto text-sm break-words whitespace-pre-wrap ${className}`}
    >
      {children}
    </section>
  );
}

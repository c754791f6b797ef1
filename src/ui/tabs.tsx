import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import type { To } from 'react-router-dom';
import { classNames } from '#lib/class-names.ts';
import { formatInteger } from '#lib/numbers.ts';
import { Badge } from './badge.tsx';
import type { BadgeTone } from './badge.tsx';
import { Link } from './link.tsx';

export interface TabItem {
  key: string;
  label: ReactNode;
  to: To;
  isCurrent: boolean;
  /** Goes there in place of the router, when the link is followed in this window. */
  onFollow?: (() => void) | undefined;
  /** Whoever points at it may be about to press. */
  onPointerEnter?: (() => void) | undefined;
  /** Undefined while unknown: the tab then shows no number rather than a zero. */
  count?: number | undefined;
  tone?: BadgeTone | undefined;
  /** A word in place of the count, as «нет токена». */
  note?: string | undefined;
}

interface TabsProps {
  /** What the tabs choose among; said by screen readers. */
  label: string;
  items: readonly TabItem[];
  /** Keeps the history short: Back leaves the page, not the tab. */
  isReplacing?: boolean;
  className?: string;
}

/** More of them stand closer, so that a tablet shows them all. */
const ROOMY_TABS = 6;

/** Tabs are links: the chosen one lives in the address, opens in a new window and survives a reload. */
export function Tabs({ label, items, isReplacing = false, className }: TabsProps) {
  const listRef = useRef<HTMLUListElement>(null);
  const isCrowded = items.length > ROOMY_TABS;
  const isCounting = items.some((item) => 'count' in item && item.count === undefined);
  const currentIndex = items.findIndex((item) => item.isCurrent);

  useEffect(() => {
    const list = listRef.current;
    const current = list?.children[currentIndex];
    if (!list || !(current instanceof HTMLElement)) return;
    const hiddenAfter = current.offsetLeft + current.offsetWidth - list.clientWidth;
    if (list.scrollLeft < hiddenAfter) list.scrollLeft = hiddenAfter + 24;
    else if (list.scrollLeft > current.offsetLeft) list.scrollLeft = current.offsetLeft - 24;
  }, [currentIndex]);

  return (
    <nav aria-label={label} className={classNames('border-b border-line', className)}>
      <ul
        ref={listRef}
        className={classNames(
          'relative -mb-px flex gap-1 overflow-x-auto [scrollbar-width:none]',
          isCrowded && 'md:max-xl:gap-0',
          isCounting ? 'animate-counted-in' : 'fades-aside',
        )}
      >
        {items.map((item) => (
          <li key={item.key} className="shrink-0">
            <Link
              to={item.to}
              replace={isReplacing}
              preventScrollReset
              onFollow={item.onFollow}
              onPointerEnter={item.onPointerEnter}
              {...(item.isCurrent ? { 'aria-current': 'page' as const } : {})}
              className={classNames(
                'inline-flex h-10.5 items-center gap-2 rounded-t-md border-b-2 px-3 font-medium focus-visible:-outline-offset-2',
                isCrowded && 'md:max-xl:gap-1.5 md:max-xl:px-2',
                item.isCurrent
                  ? 'border-accent-mark text-ink forced-colors:border-[Highlight]'
                  : 'border-transparent text-ink-2 hover:text-ink forced-colors:border-[Canvas]',
              )}
            >
              {item.label}
              <TabNote item={item} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function TabNote({ item: { note, count, tone = 'neutral' } }: { item: TabItem }) {
  const text = note ?? (count === undefined ? undefined : formatInteger(count));
  return text === undefined ? null : <Badge tone={tone}>{text}</Badge>;
}

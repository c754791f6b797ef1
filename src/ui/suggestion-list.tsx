import { useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { classNames } from '#lib/class-names.ts';
import { FloatingLayer } from './floating-layer.tsx';
import { optionId, type Suggestions } from './use-suggestions.ts';

interface SuggestionListProps {
  suggestions: Suggestions;
  /** The field that the list stands below. */
  anchor: RefObject<HTMLDivElement | null>;
  /** What the field asks for; said by screen readers. */
  label: string;
}

/** What a field offers while one types, grouped by where it comes from. The field keeps the focus and the keys. */
export function SuggestionList(props: SuggestionListProps) {
  return props.suggestions.isOpen ? <OpenList {...props} /> : null;
}

function OpenList({ suggestions, anchor, label }: SuggestionListProps) {
  const { listId, shown, active, close, choose } = suggestions;
  const layerRef = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const layer = layerRef.current;
    if (layer && anchor.current) layer.style.minWidth = `${anchor.current.offsetWidth}px`;
  }, [anchor]);
  const starts = shown.map((_, at) =>
    shown.slice(0, at).reduce((count, { options }) => count + options.length, 0),
  );
  return (
    <FloatingLayer
      anchor={anchor}
      layerRef={layerRef}
      onClose={close}
      // A press keeps the focus in the field.
      onMouseDown={(event) => event.preventDefault()}
      className="max-w-96 rounded-panel border border-line bg-panel text-ink shadow-float"
    >
      <div
        id={listId}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a <select> takes no free text
        role="listbox"
        aria-label={label}
        className="flex max-h-72 flex-col overflow-y-auto overscroll-contain p-1"
      >
        {shown.map((group, at) => (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- so of its groups
          <div key={group.label} role="group" aria-labelledby={`${listId}-group-${at}`}>
            <div id={`${listId}-group-${at}`} className="px-2.5 pt-1.5 pb-1 text-xs text-muted">
              {group.label}
            </div>
            {group.options.map((option, offset) => {
              const index = (starts[at] ?? 0) + offset;
              return (
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the keys
                <div
                  key={option.value}
                  id={optionId(listId, index)}
                  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- and of its options
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === active}
                  onClick={() => choose(option.value)}
                  className={classNames(
                    'flex min-h-8 cursor-pointer items-baseline justify-between gap-3 rounded-lg px-2.5 py-1.5 hover:bg-hover pointer-coarse:min-h-11 pointer-coarse:items-center',
                    index === active && 'bg-hover outline-2 -outline-offset-2 outline-accent',
                  )}
                >
                  <span className="min-w-0 break-words">{option.value}</span>
                  {option.note ? <span className="shrink-0 text-sm text-muted">{option.note}</span> : null}
                </div>
              );
            })}
          </div>
        ))}
      </div>
    </FloatingLayer>
  );
}

import type { CardGroup, GroupsPreview } from '#contract/card-groups.ts';
import { countOf } from '#lib/plurals.ts';
import { Badge } from '#ui/badge.tsx';
import { Notice } from '#ui/notice.tsx';
import { useKeyboardScroll } from '#ui/use-keyboard-scroll.ts';
import { GroupedCardLine } from './grouped-card.tsx';

const CARD_FORMS = ['карточка', 'карточки', 'карточек'] as const;

/** The groups now, and what they would be; cards that would move are marked. */
export function GroupsLook({ preview }: { preview: GroupsPreview }) {
  const moved = new Set(preview.movedIds);
  if (preview.before.length === 0) return null;
  return (
    <div className="grid gap-5 md:grid-cols-2">
      <Groups title="Сейчас" groups={preview.before} />
      <Groups title="Станет" groups={preview.after} moved={moved} />
    </div>
  );
}

interface GroupsProps {
  title: string;
  groups: readonly CardGroup[];
  moved?: ReadonlySet<number>;
}

function Groups({ title, groups, moved }: GroupsProps) {
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="mb-2 font-medium">{title}</h3>
      <ul className="flex flex-col gap-3">
        {groups.map((group) => (
          <li
            key={group.cards.map(({ cardId }) => cardId).join(' ')}
            className="rounded-panel border border-line p-3"
          >
            <p className="text-sm text-muted">
              {group.cards.length > 1
                ? `Склейка, ${countOf(group.cards.length, CARD_FORMS)}`
                : 'Отдельная карточка'}
            </p>
            <ul>
              {group.cards.map((card) => (
                <GroupedCardLine
                  key={card.cardId}
                  card={card}
                  note={moved?.has(card.cardId) === true ? <Badge>переносится</Badge> : null}
                />
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What stands in the way of showing them as variants; nothing is forbidden by it. */
export function GroupWarnings({ warnings = [] }: Pick<GroupsPreview, 'warnings'>) {
  const [listRef, listStop] = useKeyboardScroll();
  if (warnings.length === 0) return null;
  return (
    <Notice tone="warning" title="Wildberries может не объединить" className="mt-5">
      <ul ref={listRef} aria-label="Предупреждения" className="max-h-40 overflow-y-auto" {...listStop}>
        {warnings.map((warning) => (
          <li key={warning} className="wrap-anywhere">
            {warning}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** The chosen cards that stay as they are, with the reason of each. */
export function RefusedCards({ refused }: Pick<GroupsPreview, 'refused'>) {
  const [listRef, listStop] = useKeyboardScroll();
  if (refused.length === 0) return null;
  return (
    <section aria-label="Не изменятся" className="mt-5">
      <h3 className="mb-1 font-medium">Не изменятся: {countOf(refused.length, CARD_FORMS)}</h3>
      <ul
        ref={listRef}
        aria-label="Карточки, которые не изменятся"
        className="max-h-40 overflow-y-auto text-sm"
        {...listStop}
      >
        {refused.map(({ cardId, vendorCode, reason }) => (
          <li key={cardId} className="py-1 wrap-anywhere">
            {vendorCode}
            <span className="block text-muted">{reason}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

import type { CardRow } from '#contract/card-list.ts';
import { countOf } from '#lib/plurals.ts';
import { hrefTo, paths } from '#lib/paths.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { TextLink } from '#ui/text-link.tsx';

/** Of many copies the first are enough to see that they are there. */
export const SHOWN_COPIES = 50;

interface CopiesMadeProps {
  /** The first of them. */
  cards: readonly CardRow[];
  count: number;
  onAgain: () => void;
}

/** What came of it: each copy with the way to it; of many, to all of them. */
export function CopiesMade({ cards, count, onAgain }: CopiesMadeProps) {
  return (
    <Notice
      tone="success"
      className="mt-4"
      title={`Создано: ${countOf(count, ['копия', 'копии', 'копий'])}`}
      action={
        <Button size="sm" onClick={onAgain}>
          Сделать ещё
        </Button>
      }
    >
      <ul className="mt-1 flex flex-col gap-1">
        {cards.slice(0, SHOWN_COPIES).map((copy) => (
          <li key={copy.id}>
            <TextLink to={hrefTo.card({ id: copy.id })}>{copy.title || copy.vendorCode}</TextLink>{' '}
            <span className="text-sm text-muted">{copy.vendorCode}</span>
          </li>
        ))}
      </ul>
      {count > cards.length ? <OthersMade count={count - cards.length} isAll={cards.length === 0} /> : null}
    </Notice>
  );
}

function OthersMade({ count, isAll }: { count: number; isAll: boolean }) {
  return (
    <p className="mt-1">
      {isAll ? 'Все они' : `И ещё ${countOf(count, ['копия', 'копии', 'копий'])}`} — одной строкой в{' '}
      <TextLink to={paths.cardHistory}>«Истории изменений»</TextLink>: там их можно убрать в архив.
    </p>
  );
}

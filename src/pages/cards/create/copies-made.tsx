import type { CardRow } from '#contract/card-list.ts';
import { countOf } from '#lib/plurals.ts';
import { hrefTo } from '#lib/paths.ts';
import { Button } from '#ui/button.tsx';
import { Link } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';

/** What came of it: each copy with the way to it. */
export function CopiesMade({ cards, onAgain }: { cards: readonly CardRow[]; onAgain: () => void }) {
  return (
    <Notice
      tone="success"
      className="mt-4"
      title={`Создано: ${countOf(cards.length, ['копия', 'копии', 'копий'])}`}
      action={
        <Button size="sm" onClick={onAgain}>
          Сделать ещё
        </Button>
      }
    >
      <ul className="mt-1 flex flex-col gap-1">
        {cards.map((copy) => (
          <li key={copy.id}>
            <Link to={hrefTo.card({ id: copy.id })} className="text-accent-ink hover:underline">
              {copy.title || copy.vendorCode}
            </Link>{' '}
            <span className="text-sm text-muted">{copy.vendorCode}</span>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

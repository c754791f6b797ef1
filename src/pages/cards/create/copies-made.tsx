import type { BarcodeHolder } from '#contract/barcodes.ts';
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
  /** Barcodes of theirs that other cards have too. */
  sharedBarcodes: readonly BarcodeHolder[];
  onAgain: () => void;
}

/** What came of it: each copy with the way to it; of many, to all of them. */
export function CopiesMade({ cards, count, sharedBarcodes, onAgain }: CopiesMadeProps) {
  return (
    <>
      <Made cards={cards} count={count} onAgain={onAgain} />
      {sharedBarcodes.length > 0 ? <SharedBarcodes holders={sharedBarcodes} /> : null}
    </>
  );
}

function Made({ cards, count, onAgain }: Omit<CopiesMadeProps, 'sharedBarcodes'>) {
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

/** Such a card is not sent: the check before it says so once more. */
function SharedBarcodes({ holders }: { holders: readonly BarcodeHolder[] }) {
  const others = holders.length - SHOWN_COPIES;
  return (
    <Notice tone="warning" className="mt-4" title="Баркоды копий, которые уже есть у других карточек">
      Один баркод — один товар: пока он у двух карточек, проверка перед отправкой копию не пропустит.
      <ul className="mt-1 flex flex-col gap-1">
        {holders.slice(0, SHOWN_COPIES).map(({ barcode, cardId, vendorCode }) => (
          <li key={`${barcode} ${cardId}`}>
            {barcode} — у карточки <TextLink to={hrefTo.card({ id: cardId })}>{vendorCode}</TextLink>
          </li>
        ))}
      </ul>
      {others > 0 ? <p className="mt-1">И ещё {countOf(others, ['баркод', 'баркода', 'баркодов'])}</p> : null}
    </Notice>
  );
}

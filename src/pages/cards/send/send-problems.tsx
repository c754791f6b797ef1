import type { CardsCheck, Remark } from '#api/check-cards.ts';
import type { ProfileShop } from '#contract/users.ts';
import { countOf } from '#lib/plurals.ts';
import { inQuotes } from '#lib/text.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { Notice } from '#ui/notice.tsx';

const SHOWN_REMARKS = 5;
const IN_CARDS = ['карточка', 'карточки', 'карточек'] as const;
const REMARKS = ['замечание', 'замечания', 'замечаний'] as const;

interface SendProblemsProps {
  check: CardsCheck;
  shops: readonly ProfileShop[];
  /** Cards left out because the marketplace would refuse them. */
  excludedCount: number;
  /** Leaves out the cards with errors, or takes them back; absent when they cannot be left out. */
  onExclude?: ((isOn: boolean) => void) | undefined;
}

/** What the check has found in the cards, the most frequent first. */
export function SendProblems({ check, shops, excludedCount, onExclude }: SendProblemsProps) {
  const { remarks, errorCardIds, cards } = check;
  const hidden = remarks.length - SHOWN_REMARKS;
  const errorCards = errorCardIds.size;
  return (
    <>
      {remarks.length === 0 ? (
        <Notice tone="success">{`Замечаний нет: ${checkedText(cards)}.`}</Notice>
      ) : (
        <Notice
          tone={errorCards > 0 ? 'error' : 'warning'}
          title={
            errorCards > 0
              ? `${countOf(errorCards, IN_CARDS)} с ошибками: маркетплейс их не примет`
              : countOf(remarks.length, REMARKS)
          }
        >
          <ul className="mt-1 list-disc pl-4 text-sm">
            {remarks.slice(0, SHOWN_REMARKS).map((remark) => (
              <li key={`${String(remark.shopId)} ${remark.detail}`}>{remarkText(remark, shops)}</li>
            ))}
          </ul>
          {hidden > 0 ? <p className="mt-1 text-sm text-muted">и ещё {countOf(hidden, REMARKS)}</p> : null}
          <p className="mt-1 text-sm text-muted">{`${capitalised(checkedText(cards))}.`}</p>
        </Notice>
      )}
      {onExclude && (errorCards > 0 || excludedCount > 0) ? (
        <Checkbox
          className="mt-3"
          checked={excludedCount > 0}
          onChange={onExclude}
          label={`Не отправлять карточки с ошибками (${excludedCount || errorCards})`}
        />
      ) : null}
    </>
  );
}

function remarkText({ detail, shopId, cards }: Remark, shops: readonly ProfileShop[]): string {
  const shop = shops.find((one) => one.id === shopId);
  const place = shop ? ` — ${inQuotes(shop.name)}` : '';
  return `${detail}${place}${cards > 1 ? ` (${countOf(cards, IN_CARDS)})` : ''}`;
}

function checkedText(cards: number): string {
  return `проверено ${countOf(cards, IN_CARDS)}`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

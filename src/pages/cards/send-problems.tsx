import type { CardCheck } from '#contract/card-sending.ts';
import { countOf } from '#lib/plurals.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { Notice } from '#ui/notice.tsx';

const SHOWN_PROBLEMS = 5;
const IN_CARDS = ['карточка', 'карточки', 'карточек'] as const;

interface SendProblemsProps {
  check: CardCheck;
  /** Cards left out because the marketplace would refuse them. */
  excludedCount: number;
  /** Leaves out the cards with errors, or takes them back; absent when cards were not chosen one by one. */
  onExclude?: ((isOn: boolean) => void) | undefined;
}

/** What the check has found in the cards, the most frequent first. */
export function SendProblems({ check, excludedCount, onExclude }: SendProblemsProps) {
  const errors = check.problems.filter((problem) => problem.kind === 'error');
  const warnings = check.problems.filter((problem) => problem.kind === 'warning');
  const groups = groupByDetail([...errors, ...warnings]);
  const hidden = groups.length - SHOWN_PROBLEMS;
  const errorCards = new Set(errors.map(({ cardId }) => cardId)).size;
  return (
    <>
      {check.problems.length === 0 ? (
        <Notice tone="success">Замечаний нет.</Notice>
      ) : (
        <Notice
          tone={errors.length > 0 ? 'error' : 'warning'}
          title={
            errors.length > 0
              ? `${countOf(errorCards, IN_CARDS)} с ошибками: маркетплейс их не примет`
              : countOf(warnings.length, ['замечание', 'замечания', 'замечаний'])
          }
        >
          <ul className="mt-1 list-disc pl-4 text-sm">
            {groups.slice(0, SHOWN_PROBLEMS).map(({ detail, cards }) => (
              <li key={detail}>
                {detail}
                {cards > 1 ? ` (${countOf(cards, IN_CARDS)})` : ''}
              </li>
            ))}
          </ul>
          {hidden > 0 ? (
            <p className="mt-1 text-sm text-muted">
              и ещё {countOf(hidden, ['причина', 'причины', 'причин'])}
            </p>
          ) : null}
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

/** Cards that the marketplace would refuse. */
export function cardsWithErrors(check: CardCheck): number[] {
  return [...new Set(check.problems.filter(({ kind }) => kind === 'error').map(({ cardId }) => cardId))];
}

function groupByDetail(problems: CardCheck['problems']): { detail: string; cards: number }[] {
  const cardsByDetail = new Map<string, Set<number>>();
  for (const { detail, cardId } of problems) {
    const cards = cardsByDetail.get(detail) ?? new Set();
    cardsByDetail.set(detail, cards.add(cardId));
  }
  return [...cardsByDetail]
    .map(([detail, cards]) => ({ detail, cards: cards.size }))
    .sort((a, b) => b.cards - a.cards);
}

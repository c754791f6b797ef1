import type { ProfileShop } from '#contract/users.ts';
import { classNames } from '#lib/class-names.ts';
import { countOf } from '#lib/plurals.ts';
import { inQuotes } from '#lib/text.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Panel } from '#ui/panel.tsx';
import type { FoundProblem } from './use-card-check.ts';
import { focusField } from './use-focus-field.ts';

interface CheckPanelProps {
  problems: readonly FoundProblem[];
  shops: readonly Pick<ProfileShop, 'id' | 'name'>[];
  /** The card was edited since. */
  isOutdated: boolean;
  /** What can be done with a card of which nothing was found. */
  nextStep: string;
  onClose: () => void;
  /** Opens the tab that holds the field; absent where there are no tabs. */
  onShowField?: (field: string) => void;
}

/** Errors stand first. */
const PLACES: Record<FoundProblem['kind'], number> = { error: 0, warning: 1 };

/** What «Проверить» found; each problem leads to its field. */
export function CheckPanel({
  problems: found,
  shops,
  isOutdated,
  nextStep,
  onClose,
  onShowField,
}: CheckPanelProps) {
  const shopNames = new Map(shops.map(({ id, name }) => [id, name]));
  const problems = [...found].sort((a, b) => PLACES[a.kind] - PLACES[b.kind]);
  return (
    <Panel
      className="mb-5"
      title={
        problems.length === 0
          ? 'Замечаний нет'
          : `Найдено ${countOf(problems.length, ['замечание', 'замечания', 'замечаний'])}`
      }
      actions={<IconButton icon="close" size="sm" label="Закрыть проверку" onClick={onClose} />}
    >
      {isOutdated ? (
        <p aria-live="polite" className="mb-3 text-sm text-orange">
          Карточка изменена после проверки: проверьте ещё раз.
        </p>
      ) : null}
      {problems.length === 0 ? (
        <p className="text-muted">{nextStep}</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line-soft">
          {problems.map(({ kind, shopId, field, detail }) => (
            <li key={`${shopId}-${field}-${detail}`} className="flex items-center gap-2.5 py-1.5">
              <Icon
                name={kind === 'error' ? 'error' : 'warning'}
                className={classNames('shrink-0', kind === 'error' ? 'text-red' : 'text-orange')}
              />
              <span className="min-w-0 grow break-words">
                {kind === 'error' ? <span className="sr-only">Ошибка: </span> : null}
                {shopId === null ? '' : `${inQuotes(shopNames.get(shopId) ?? 'Магазин')}. `}
                {detail}
              </span>
              {field === null ? null : (
                <Button
                  size="sm"
                  className="shrink-0"
                  onClick={() => {
                    onShowField?.(field);
                    // The tab of the field may have to be drawn first.
                    requestAnimationFrame(() => focusField(field));
                  }}
                >
                  Исправить
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

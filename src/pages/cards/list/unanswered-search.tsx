import { isServerOrdering, type CardOrdering } from '#contract/card-list.ts';
import { LoadProblem } from '#parts/load-problem.tsx';
import { Button } from '#ui/button.tsx';
import { DEFAULT_ORDERING } from './card-list-address.ts';

interface UnansweredSearchProps {
  ordering: CardOrdering;
  onOrderingChange: (ordering: CardOrdering) => void;
  error: unknown;
  onRetry: () => void;
}

/** Stands in place of the rows of a search, a filter or an order that nothing on this device can answer. */
export function UnansweredSearch({ ordering, onOrderingChange, error, onRetry }: UnansweredSearchProps) {
  if (isServerOrdering(ordering)) {
    return (
      <LoadProblem
        error={error}
        onRetry={onRetry}
        offlineTitle="Без связи по заказам не упорядочить"
        offlineText="Сколько раз карточки заказали, знает сервер. Список упорядочится сам, когда появится связь."
        offlineAction={
          <Button onClick={() => onOrderingChange(DEFAULT_ORDERING)}>Показать по дате обновления</Button>
        }
      />
    );
  }
  return (
    <LoadProblem
      error={error}
      onRetry={onRetry}
      offlineTitle="Без связи этот поиск не выполнить"
      offlineText="На устройстве есть только то, что уже открывали. Список найдётся сам, когда появится связь, — или сбросьте фильтры."
    />
  );
}

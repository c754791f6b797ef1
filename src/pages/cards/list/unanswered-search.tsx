import { LoadProblem } from '#parts/load-problem.tsx';

/** Stands in place of the rows of a search or a filter that nothing on this device can answer. */
export function UnansweredSearch({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <LoadProblem
      error={error}
      onRetry={onRetry}
      offlineTitle="Без связи этот поиск не выполнить"
      offlineText="На устройстве есть только то, что уже открывали. Список найдётся сам, когда появится связь, — или сбросьте фильтры."
    />
  );
}

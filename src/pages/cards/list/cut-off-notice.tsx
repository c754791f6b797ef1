import { canReachServer, useConnectivity } from '#offline/connection/connectivity.ts';
import { Button } from '#ui/button.tsx';

/** Over the foot of a list whose rows in sight cannot be had: why, and what to do. */
export function CutOffNotice({ onRetry }: { onRetry: () => void }) {
  const isReachable = canReachServer(useConnectivity());
  return (
    <div className="sticky bottom-(--free-bottom) z-20 mx-auto mt-3 flex w-fit max-w-full items-center gap-3 rounded-panel border border-line bg-panel px-4 py-2 shadow-float">
      <output className="text-sm">
        {isReachable
          ? 'Эти карточки не загрузились.'
          : 'Этих карточек нет на устройстве. Они загрузятся, когда появится связь.'}
      </output>
      {isReachable ? (
        <Button size="sm" icon="refresh" onClick={onRetry}>
          Повторить
        </Button>
      ) : null}
    </div>
  );
}

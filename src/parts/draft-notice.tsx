import { formatAsOf } from '#lib/dates.ts';
import type { DraftControl } from '#offline/drafts/use-draft.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';

interface DraftNoticeProps<T> {
  draft: DraftControl<T>;
  onRestore: (value: T) => void;
}

/** What was typed in an earlier visit is offered, not imposed; what the device does not keep is said. */
export function DraftNotice<T>({ draft, onRestore }: DraftNoticeProps<T>) {
  const restore = () => {
    const value = draft.take();
    if (value !== null) onRestore(value);
  };
  return (
    <>
      {draft.hasFailed ? (
        <div role="alert">
          <Notice tone="error" className="mb-5" title="Не удалось сохранить черновик — скопируйте текст">
            На устройстве нет места или браузер не даёт его занять. Если закрыть страницу, несохранённое
            пропадёт.
          </Notice>
        </div>
      ) : null}
      {draft.found ? (
        <Notice
          tone="info"
          className="mb-5"
          title={`Черновик от ${formatAsOf(draft.found.savedAt)}`}
          action={
            <div className="flex gap-2">
              <Button size="sm" variant="ghost" onClick={draft.discard}>
                Удалить
              </Button>
              <Button size="sm" onClick={restore}>
                Восстановить
              </Button>
            </div>
          }
        >
          Правки, которые вы не сохранили.
        </Notice>
      ) : null}
    </>
  );
}

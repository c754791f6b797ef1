import { useState } from 'react';
import { useChangeCardViews } from '#api/card-views.ts';
import { VIEW_NAME_MAX_LENGTH, type CardView } from '#contract/card-views.ts';
import { classNames } from '#lib/class-names.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { RenameForm } from '#parts/rename-form.tsx';
import { useFocusAfterRemoval } from '#parts/use-focus-after-removal.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { showToast } from '#ui/toast-store.ts';
import { isSameList } from './same-list.ts';
import { fromView, toView, type ShownList } from './view-state.ts';

interface SavedViewProps {
  view: CardView;
  shown: ShownList;
  onApply: (shown: ShownList) => void;
}

/** One view: applied, renamed, changed to what is on the screen, deleted. */
export function SavedView({ view, shown, onApply }: SavedViewProps) {
  const change = useChangeCardViews();
  const row = useFocusAfterRemoval<HTMLLIElement>();
  const [isRenaming, setIsRenaming] = useState(false);
  /** Then the button stands again where the field stood, and has the focus that the field had. */
  const [wasRenamed, setWasRenamed] = useState(false);
  const offline = useOnlineOnly()('Виды меняются только при связи');
  const isShown = isSameList(fromView(view), shown);

  const remove = () => {
    const { id, ...content } = view;
    // Its row is gone by then: what a mutation is told to do for a row would not be done.
    change.mutateAsync({ kind: 'delete', id }).then(
      () =>
        showToast({
          type: 'info',
          text: `Вид «${view.name}» удалён`,
          action: { label: 'Вернуть', onClick: () => change.mutate({ kind: 'create', view: content }) },
        }),
      // Said by the mutation itself.
      () => undefined,
    );
  };

  const leaveName = () => {
    setIsRenaming(false);
    setWasRenamed(true);
  };

  if (isRenaming) {
    return (
      <li ref={row} className="px-2 py-1">
        <RenameForm
          name={view.name}
          label={`Новое название вида «${view.name}»`}
          maxLength={VIEW_NAME_MAX_LENGTH}
          isPending={change.isPending}
          disabledReason={offline}
          onRename={(newName) =>
            change.mutate({ kind: 'rename', id: view.id, name: newName }, { onSuccess: leaveName })
          }
          onLeave={leaveName}
        />
      </li>
    );
  }
  return (
    <li ref={row} className="flex min-h-9 items-center rounded-control px-2 hover:bg-hover">
      <button
        type="button"
        aria-pressed={isShown}
        onClick={() => onApply(fromView(view))}
        className={classNames(
          'min-w-0 grow truncate py-1.5 text-left',
          isShown && 'font-medium text-accent-ink',
        )}
        title={view.name}
      >
        {view.name}
      </button>
      {isShown ? null : (
        <IconButton
          size="sm"
          icon="refresh"
          label={`Сохранить в «${view.name}» то, что на экране`}
          disabledReason={offline}
          onClick={() => change.mutate({ kind: 'replace', id: view.id, shown: toView(shown) })}
        />
      )}
      <IconButton
        size="sm"
        icon="edit"
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={wasRenamed}
        label={`Переименовать «${view.name}»`}
        disabledReason={offline}
        onClick={() => setIsRenaming(true)}
      />
      <IconButton
        size="sm"
        icon="trash"
        label={`Удалить «${view.name}»`}
        disabledReason={offline}
        onClick={remove}
      />
    </li>
  );
}

import { useState } from 'react';
import { useChangeCardTemplates } from '#api/card-templates.ts';
import { TEMPLATE_NAME_MAX_LENGTH, type CardTemplate } from '#contract/card-templates.ts';
import { countOf } from '#lib/plurals.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { RenameForm } from '#parts/rename-form.tsx';
import { useFocusAfterRemoval } from '#parts/use-focus-after-removal.ts';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { showToast } from '#ui/toast-store.ts';

interface TemplateRowProps {
  template: CardTemplate;
  isOpening: boolean;
  onOpen: () => void;
}

/** One template: used, renamed, deleted. */
export function TemplateRow({ template, isOpening, onOpen }: TemplateRowProps) {
  const { id, name, subjectName, photoCount } = template;
  const change = useChangeCardTemplates();
  const row = useFocusAfterRemoval<HTMLLIElement>();
  const [isRenaming, setIsRenaming] = useState(false);
  /** Then the button stands again where the field stood, and has the focus that the field had. */
  const [wasRenamed, setWasRenamed] = useState(false);
  const onlineOnly = useOnlineOnly();
  const offline = onlineOnly('Шаблоны меняются только при связи');

  const remove = () => {
    // Its row is gone by then: what a mutation is told to do for a row would not be done.
    change.mutateAsync({ kind: 'delete', id }).then(
      () =>
        showToast({
          type: 'info',
          text: `Шаблон «${name}» удалён`,
          action: { label: 'Вернуть', onClick: () => change.mutate({ kind: 'restore', id }) },
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
          name={name}
          label={`Новое название шаблона «${name}»`}
          maxLength={TEMPLATE_NAME_MAX_LENGTH}
          isPending={change.isPending}
          disabledReason={offline}
          onRename={(newName) =>
            change.mutate({ kind: 'rename', id, name: newName }, { onSuccess: leaveName })
          }
          onLeave={leaveName}
        />
      </li>
    );
  }
  return (
    <li ref={row} className="flex min-h-10 items-center gap-1 rounded-control px-2 hover:bg-hover">
      <div className="min-w-0 grow py-1.5">
        <div className="truncate" title={name}>
          {name}
        </div>
        <div className="truncate text-sm text-muted">
          {subjectName}
          {photoCount > 0 ? ` · ${countOf(photoCount, ['фото', 'фото', 'фото'])}` : ''}
        </div>
      </div>
      <Button
        size="sm"
        aria-label={`Создать из шаблона «${name}»`}
        loading={isOpening}
        disabledReason={onlineOnly('Шаблон открывается только при связи')}
        onClick={onOpen}
      >
        Создать
      </Button>
      <IconButton
        size="sm"
        icon="edit"
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={wasRenamed}
        label={`Переименовать «${name}»`}
        disabledReason={offline}
        onClick={() => setIsRenaming(true)}
      />
      <IconButton
        size="sm"
        icon="trash"
        label={`Удалить «${name}»`}
        disabledReason={offline}
        onClick={remove}
      />
    </li>
  );
}

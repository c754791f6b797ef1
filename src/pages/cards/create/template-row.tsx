import { useState } from 'react';
import { useChangeCardTemplates } from '#api/card-templates.ts';
import { TEMPLATE_NAME_MAX_LENGTH, type CardTemplate } from '#contract/card-templates.ts';
import { countOf } from '#lib/plurals.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { TextInput } from '#ui/text-input.tsx';
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
  const [draft, setDraft] = useState<string | null>(null);
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

  if (draft !== null) {
    return (
      <li className="px-2 py-1">
        <form
          className="flex gap-1"
          onSubmit={(event) => {
            event.preventDefault();
            if (draft.trim() === '' || change.isPending) return;
            change.mutate({ kind: 'rename', id, name: draft }, { onSuccess: () => setDraft(null) });
          }}
        >
          <TextInput
            // It stands where the button that was pressed stood.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            aria-label={`Новое название шаблона «${name}»`}
            maxLength={TEMPLATE_NAME_MAX_LENGTH}
            value={draft}
            onChange={setDraft}
            className="min-w-0 grow"
          />
          <IconButton
            type="submit"
            icon="check"
            label="Переименовать"
            loading={change.isPending}
            disabledReason={offline}
          />
          <IconButton icon="close" label="Оставить как было" onClick={() => setDraft(null)} />
        </form>
      </li>
    );
  }
  return (
    <li className="flex min-h-10 items-center gap-1 rounded-control px-2 hover:bg-hover">
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
        label={`Переименовать «${name}»`}
        disabledReason={offline}
        onClick={() => setDraft(name)}
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

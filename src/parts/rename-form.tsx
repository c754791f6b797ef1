import { useState } from 'react';
import { IconButton } from '#ui/icon-button.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { useOwnEscape } from '#ui/use-own-escape.ts';

interface RenameFormProps {
  name: string;
  /** What the field is called: «Новое название вида «Мало маржи»». */
  label: string;
  maxLength: number;
  isPending: boolean;
  disabledReason: string | null;
  onRename: (name: string) => void;
  /** The cross, or Escape: the name stays what it was. */
  onLeave: () => void;
}

/** A new name, in the place of the row that has the old one. */
export function RenameForm({
  name,
  label,
  maxLength,
  isPending,
  disabledReason,
  onRename,
  onLeave,
}: RenameFormProps) {
  const [draft, setDraft] = useState(name);
  const fieldRef = useOwnEscape<HTMLInputElement>(onLeave);
  return (
    <form
      className="flex gap-1"
      onSubmit={(event) => {
        event.preventDefault();
        if (draft.trim() !== '' && !isPending) onRename(draft);
      }}
    >
      <TextInput
        ref={fieldRef}
        // It stands where the button that was pressed stood.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        aria-label={label}
        maxLength={maxLength}
        value={draft}
        onChange={setDraft}
        className="min-w-0 grow"
      />
      <IconButton
        type="submit"
        icon="check"
        label="Переименовать"
        loading={isPending}
        disabledReason={disabledReason}
      />
      <IconButton icon="close" label="Оставить как было" onClick={onLeave} />
    </form>
  );
}

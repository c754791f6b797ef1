import { lazy, Suspense, useId, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { Dialog } from '#ui/dialog.tsx';
import { SearchInput } from '#ui/search-input.tsx';

const PaletteResults = lazy(async () => ({
  default: (await import('./palette-results.tsx')).PaletteResults,
}));

/**
 * Goes to a screen, or finds a card by name, article or nmId. The field is here from the start and takes the focus with
 * the key that asks for it; what it finds comes with code of its own, and nothing typed meanwhile is lost.
 */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  // How far the arrows have gone from the first option; the options may not have come yet.
  const [position, setPosition] = useState(0);
  // Enter was pressed, and what is typed has no answer yet.
  const [isConfirmed, setConfirmed] = useState(false);
  const [activeId, setActiveId] = useState<string>();
  const listId = useId();

  const type = (text: string) => {
    setTyped(text);
    setPosition(0);
    setConfirmed(false);
  };
  const move = (next: number) => {
    setPosition(next);
    setConfirmed(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    move(event.key === 'ArrowDown' ? position + 1 : position - 1);
  };

  return (
    <Dialog open onClose={onClose} title="Найти экран или карточку" onSubmit={() => setConfirmed(true)}>
      <SearchInput
        label="Экран, название, артикул или nmId"
        placeholder="Экран, название, артикул или nmId"
        value={typed}
        onChange={type}
        onKeyDown={onKeyDown}
        maxLength={200}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is an <input>, of the kit
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-autocomplete="list"
        {...(activeId === undefined ? {} : { 'aria-activedescendant': activeId })}
      />
      <Suspense fallback={<output className="mt-3 block min-h-64 px-3 py-2 text-muted">Загрузка…</output>}>
        <PaletteResults
          listId={listId}
          typed={typed}
          onType={type}
          position={position}
          onMove={move}
          onActiveIdChange={setActiveId}
          isConfirmed={isConfirmed}
          onUnconfirm={() => setConfirmed(false)}
          onClose={onClose}
        />
      </Suspense>
    </Dialog>
  );
}

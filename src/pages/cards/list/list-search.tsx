import { useImperativeHandle, type Ref } from 'react';
import { useDebouncedText } from '#parts/use-debounced-text.ts';
import { SearchInput } from '#ui/search-input.tsx';

export interface ListSearchHandle {
  /** Shows a text that the list is already asked for; what was typed and still waits is forgotten. */
  settle(text: string): void;
}

interface ListSearchProps {
  /** What the list is asked for. */
  value: string;
  onChange: (text: string) => void;
  onEnter: (text: string) => void;
  delayMs: number;
  isAnswered: boolean;
  handleRef: Ref<ListSearchHandle>;
}

/** What is typed is drawn here alone: the list is drawn once for a key, with its rows. */
export function ListSearch({ value, onChange, onEnter, delayMs, isAnswered, handleRef }: ListSearchProps) {
  const [text, type, settle] = useDebouncedText(value, onChange, delayMs, isAnswered);
  useImperativeHandle(handleRef, () => ({ settle }));
  return (
    <SearchInput
      label="Поиск карточек"
      placeholder="Название, артикул, nmId или баркод"
      value={text}
      onChange={type}
      onKeyDown={({ key }) => {
        if (key === 'Enter' && text.trim() !== '') onEnter(text);
      }}
      hasKeyHint
      className="w-full md:w-64 xl:w-85"
    />
  );
}

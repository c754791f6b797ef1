import { useImperativeHandle, type Ref } from 'react';
import { useDebouncedText } from '#parts/use-debounced-text.ts';
import { SearchInput } from '#ui/search-input.tsx';
import type { CardWindow } from './use-card-window.ts';

/** One question for a burst of keys, and rows before the eye has moved to them. */
const SEARCH_DELAY_MS = 60;

export interface ListSearchHandle {
  /** Shows a text that the list is already asked for; what was typed and still waits is forgotten. */
  settle(text: string): void;
}

interface ListSearchProps {
  /** What the list is asked for. */
  value: string;
  onChange: (text: string) => void;
  onEnter: (text: string) => void;
  window: Pick<CardWindow, 'isFromReplica' | 'isFetching'>;
  handleRef: Ref<ListSearchHandle>;
}

/** What is typed is drawn here alone: the list is drawn once for a key, with its rows. */
export function ListSearch({ value, onChange, onEnter, window, handleRef }: ListSearchProps) {
  const [text, type, settle] = useDebouncedText(
    value,
    onChange,
    window.isFromReplica ? 0 : SEARCH_DELAY_MS,
    !window.isFetching,
  );
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

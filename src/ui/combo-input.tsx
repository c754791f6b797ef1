import { useRef, useState } from 'react';
import { SuggestionList } from './suggestion-list.tsx';
import type { SuggestionGroup } from './suggestions.ts';
import { TextInput, type TextInputProps } from './text-input.tsx';
import { useSuggestions } from './use-suggestions.ts';

interface ComboInputProps extends Omit<TextInputProps, 'ref'> {
  groups: readonly SuggestionGroup[];
  /** What the field asks for; said by screen readers of the list. */
  listLabel: string;
}

/** One line of text with suggestions; whatever is typed stands, suggested or not. */
export function ComboInput({ groups, listLabel, value, onChange, ...rest }: ComboInputProps) {
  const anchor = useRef<HTMLDivElement>(null);
  // What stood there before the first key is no search.
  const [isTyped, setTyped] = useState(false);
  const suggestions = useSuggestions({
    groups,
    text: isTyped ? value : '',
    onChoose: (chosen) => {
      onChange(chosen);
      suggestions.close();
      setTyped(false);
    },
  });
  return (
    <div ref={anchor} className="relative min-w-0">
      <TextInput
        {...rest}
        {...suggestions.attributes}
        value={value}
        onChange={(text) => {
          setTyped(true);
          onChange(text);
          suggestions.open();
        }}
        onClick={suggestions.open}
        onBlur={(event) => {
          rest.onBlur?.(event);
          suggestions.close();
          setTyped(false);
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || suggestions.takeKey(event)) return;
          rest.onKeyDown?.(event);
          if (event.key === 'Enter') suggestions.close();
        }}
      />
      <SuggestionList suggestions={suggestions} anchor={anchor} label={listLabel} />
    </div>
  );
}

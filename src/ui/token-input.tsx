import { useId, useRef, useState } from 'react';
import type { ClipboardEvent, KeyboardEvent } from 'react';
import { classNames } from '#lib/class-names.ts';
import { useFieldControl } from './field-context.ts';
import { SuggestionList } from './suggestion-list.tsx';
import type { SuggestionGroup } from './suggestions.ts';
import { Token } from './token.tsx';
import {
  correcting,
  isFull,
  TABLE_SEPARATOR,
  untyped,
  valuesOf,
  withTokens,
  type TypedTokens,
} from './typed-tokens.ts';
import { useSuggestions } from './use-suggestions.ts';

interface TokenInputProps {
  values: readonly string[];
  onChange: (values: string[]) => void;
  groups: readonly SuggestionGroup[];
  /** What the field asks for; said by screen readers of the list. */
  listLabel: string;
  /** 0: no limit. */
  maxCount?: number;
  /** What stands between values that are typed or pasted. */
  separator?: RegExp;
  inputMode?: 'numeric';
  /** Of what is typed; what is pasted as several values may be longer. */
  maxLength?: number;
  /** True of a value that wants a second look: it is orange. */
  isOdd?: ((value: string) => boolean) | undefined;
  placeholder?: string | undefined;
  onFocus?: (() => void) | undefined;
  onBlur?: (() => void) | undefined;
  'aria-label'?: string;
}

/**
 * Several values in one field: Enter, «;» or leaving adds what is typed, a table's column can be pasted, Backspace takes
 * the last away, a press on a value corrects it in its place. Values outside the suggestions are as good.
 */
export function TokenInput({
  values,
  onChange,
  groups,
  listLabel,
  maxCount = 0,
  separator = TABLE_SEPARATOR,
  isOdd,
  placeholder,
  onFocus,
  onBlur,
  ...rest
}: TokenInputProps) {
  const control = useFieldControl({});
  const anchor = useRef<HTMLDivElement>(null);
  const inputRef = useRef<HTMLInputElement>(null);
  const tokensId = useId();
  const [lastTyped, setTyped] = useState<TypedTokens>(() => untyped(values));
  // Values that came from elsewhere meanwhile (a reset, another tab) take the place of what was typed.
  const typed = isSame(values, valuesOf(lastTyped, maxCount)) ? lastTyped : untyped(values);
  const { tokens, text, at } = typed;
  const type = (next: TypedTokens) => {
    setTyped(next);
    const now = valuesOf(next, maxCount);
    if (!isSame(values, now)) onChange(now);
  };
  const add = (given: readonly string[]) => type(untyped(withTokens(typed, given, maxCount)));
  const remove = (index: number) => {
    const left = tokens.toSpliced(index, 1);
    type({ tokens: left, text, at: at > index ? at - 1 : at });
    inputRef.current?.focus();
  };
  const correct = (index: number) => {
    const now = valuesOf(typed, maxCount);
    // What was being typed has become one of them, maybe before this one.
    type(correcting(now, now.indexOf(tokens[index] ?? '')));
    inputRef.current?.focus();
  };
  const suggestions = useSuggestions({
    groups,
    text,
    taken: tokens,
    onChoose: (value) => {
      const now = withTokens(typed, [value], maxCount);
      type(untyped(now));
      if (isFull(now, maxCount)) suggestions.close();
    },
  });
  const isClosed = isFull(tokens, maxCount);

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || (!isClosed && suggestions.takeKey(event))) return;
    const isAtStart = text === '' || event.currentTarget.selectionEnd === 0;
    if (event.key === 'Enter' && text.trim() !== '') {
      event.preventDefault();
      add([text]);
    } else if (event.key === 'Backspace' && isAtStart && at > 0) {
      event.preventDefault();
      remove(at - 1);
    } else if (event.key === 'ArrowLeft' && isAtStart) {
      focusToken(event.currentTarget, at - 1);
    }
  };
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text');
    if (!separator.test(pasted) || isClosed) return;
    event.preventDefault();
    add(pasted.split(separator));
  };
  const onTextChange = (next: string) => {
    suggestions.open();
    if (!separator.test(next)) return type({ tokens, text: next, at });
    const parts = next.split(separator);
    const added = withTokens(typed, parts.slice(0, -1), maxCount);
    return type({ tokens: added, text: parts.at(-1)?.trimStart() ?? '', at: added.length });
  };

  return (
    <div
      ref={anchor}
      className={classNames(
        'flex min-h-control w-full min-w-0 flex-wrap items-center gap-1 rounded-control border bg-panel px-1 py-0.75 text-base text-ink has-[input:focus-visible]:border-accent has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-focus',
        control['aria-invalid'] ? 'border-red-dot' : 'border-line hover:border-line-strong',
      )}
    >
      {tokens.map((token, index) => (
        <Token
          // Those that came from elsewhere may be written twice.
          // oxlint-disable-next-line react/no-array-index-key
          key={`${index} ${token}`}
          text={token}
          isOdd={isOdd?.(token) ?? false}
          // One that is corrected stays in its place, though the field is written after all of them.
          order={index < at ? index : index + 1}
          onCorrect={() => correct(index)}
          onRemove={() => remove(index)}
          onMove={(step) => focusToken(inputRef.current, index + step)}
        />
      ))}
      <span id={tokensId} className="sr-only">
        {tokens.length > 0 ? `Выбрано: ${tokens.join('; ')}` : ''}
      </span>
      <input
        {...control}
        {...rest}
        {...suggestions.attributes}
        ref={inputRef}
        aria-describedby={classNames(control['aria-describedby'], tokensId)}
        type="text"
        autoComplete="off"
        enterKeyHint="enter"
        value={text}
        readOnly={isClosed}
        placeholder={tokens.length === 0 ? placeholder : undefined}
        onChange={(event) => onTextChange(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onFocus={onFocus}
        onClick={isClosed ? undefined : suggestions.open}
        onBlur={() => {
          suggestions.close();
          setTyped(untyped(valuesOf(typed, maxCount)));
          onBlur?.();
        }}
        style={{ order: at }}
        className={classNames(
          'h-7 min-w-4 grow basis-4 bg-transparent pr-1 outline-hidden',
          tokens.length === 0 ? 'pl-2' : 'pl-1',
        )}
      />
      <SuggestionList suggestions={suggestions} anchor={anchor} label={listLabel} />
    </div>
  );
}

/** Beyond the last is the field itself. */
function focusToken(field: HTMLElement | null, index: number): void {
  const tokens = field?.parentElement?.querySelectorAll<HTMLElement>('[data-token]') ?? [];
  if (index < 0) return;
  (tokens[index] ?? field)?.focus();
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

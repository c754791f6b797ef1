import type { ComponentProps } from 'react';
import { classNames } from '#lib/class-names.ts';
import { Icon } from './icon.tsx';
import { INPUT_STYLES } from './input-styles.ts';
import { Kbd } from './kbd.tsx';

interface SearchInputProps extends Omit<
  ComponentProps<'input'>,
  'value' | 'onChange' | 'type' | 'aria-label'
> {
  value: string;
  onChange: (value: string) => void;
  /** The field's name for screen readers, as «Поиск карточек». */
  label: string;
  /** Shows the key that leads here; the page's own shortcuts make it work, finding the field by `data-search`. */
  hasKeyHint?: boolean;
}

export function SearchInput({
  value,
  onChange,
  label,
  hasKeyHint = false,
  className,
  ...rest
}: SearchInputProps) {
  return (
    // <search> is not known to every browser in use, nor to React's development checks in older DOMs.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div role="search" className={classNames('group/search relative block min-w-0', className)}>
      <Icon
        name="search"
        size={14}
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted"
      />
      <input
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        {...rest}
        data-search
        type="search"
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          rest.onKeyDown?.(event);
          if (event.key !== 'Escape' || value === '') return;
          // The first Escape empties the field; only an empty one lets a dialog close.
          event.preventDefault();
          onChange('');
        }}
        className={classNames(INPUT_STYLES, 'h-control pr-9 pl-8 [&::-webkit-search-cancel-button]:hidden')}
      />
      {value !== '' ? (
        <button
          type="button"
          aria-label="Очистить поиск"
          onClick={(event) => {
            onChange('');
            event.currentTarget.parentElement?.querySelector('input')?.focus();
          }}
          className="absolute top-1/2 right-1.5 inline-flex size-6 -translate-y-1/2 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink"
        >
          <Icon name="close" size={14} />
        </button>
      ) : null}
      {value === '' && hasKeyHint ? (
        <span
          aria-hidden
          className="pointer-events-none absolute top-1/2 right-2 flex -translate-y-1/2 group-focus-within/search:hidden pointer-coarse:hidden"
        >
          <Kbd>/</Kbd>
        </span>
      ) : null}
    </div>
  );
}

import { MAX_FACETS } from '#contract/facet-limits.ts';
import { formatInteger } from '#lib/numbers.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { RadioGroup } from '#ui/radio-group.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useChoiceSearch } from './choice-search.tsx';

interface CheckChoiceProps {
  label: string;
  chosen: readonly (string | number)[];
  /** Each press turns one over: it may not be drawn yet as it was left by the last. */
  onToggle: (index: number) => void;
  options: readonly { value: string | number; label: string; count?: number }[] | undefined;
}

/** Any of many. */
export function CheckChoice({ label, chosen, onToggle, options }: CheckChoiceProps) {
  const numbered = options?.map((option, index) => ({
    ...option,
    index,
    isOn: chosen.includes(option.value),
  }));
  const { shown, field, note } = useChoiceSearch({
    title: label,
    choices: numbered ?? [],
    isCut: numbered !== undefined && numbered.length >= MAX_FACETS,
    textOf: (option) => option.label,
    onEnter: ({ index }) => onToggle(index),
  });
  return (
    <div className="w-64">
      {field ? <div className="p-2">{field}</div> : null}
      <fieldset className="max-h-80 overflow-y-auto p-2">
        <legend className="sr-only">{label}</legend>
        {numbered ? (
          shown.map((option) => (
            <Checkbox
              key={option.value}
              checked={option.isOn}
              onChange={() => onToggle(option.index)}
              label={
                <span className="flex min-w-0 grow justify-between gap-3">
                  <span className="min-w-0 break-words">{option.label}</span>
                  {option.count === undefined ? null : <CardCount count={option.count} />}
                </span>
              }
              className="flex w-full rounded-control px-2 py-1.5 hover:bg-hover"
            />
          ))
        ) : (
          <Skeleton className="h-24 w-full" />
        )}
        {note}
      </fieldset>
    </div>
  );
}

/** Read out with a word of its own: «Бренд 1» with one card is not «Бренд 11». */
function CardCount({ count }: { count: number }) {
  const text = formatInteger(count);
  return (
    // Relative: what readers alone are told would otherwise lengthen the box.
    <span className="relative text-muted tabular-nums">
      <span aria-hidden>{text}</span>
      <span className="sr-only">{`, карточек: ${text}`}</span>
    </span>
  );
}

interface RadioChoiceProps {
  label: string;
  chosen: string | null;
  onChange: (chosen: string) => void;
  options: readonly { value: string; label: string }[];
}

/** One of a few. */
export function RadioChoice({ label, chosen, onChange, options }: RadioChoiceProps) {
  return (
    <div className="w-56 p-4">
      <RadioGroup label={label} value={chosen ?? ''} onChange={onChange} options={options} />
    </div>
  );
}

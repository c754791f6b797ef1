import { Checkbox } from '#ui/checkbox.tsx';
import { RadioGroup } from '#ui/radio-group.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

interface CheckChoiceProps {
  label: string;
  chosen: readonly (string | number)[];
  onToggle: (index: number, isOn: boolean) => void;
  options: readonly { value: string | number; label: string; count?: number }[] | undefined;
}

/** Any of many. */
export function CheckChoice({ label, chosen, onToggle, options }: CheckChoiceProps) {
  return (
    <fieldset className="max-h-80 w-64 overflow-y-auto p-2">
      <legend className="sr-only">{label}</legend>
      {options?.map((option, index) => (
        <Checkbox
          key={option.value}
          checked={chosen.includes(option.value)}
          onChange={(isOn) => onToggle(index, isOn)}
          label={
            <span className="flex min-w-0 grow justify-between gap-3">
              <span className="min-w-0 break-words">{option.label}</span>
              {option.count === undefined ? null : <span className="text-muted">{option.count}</span>}
            </span>
          }
          className="flex w-full rounded-control px-2 py-1.5 hover:bg-hover"
        />
      )) ?? <Skeleton className="h-24 w-full" />}
    </fieldset>
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
    <div className="w-56 p-3">
      <RadioGroup label={label} value={chosen ?? ''} onChange={onChange} options={options} />
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { cardQueries } from '#api/cards.ts';
import type { ProfileShop } from '#contract/users.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { FilterChip } from '#ui/filter-chip.tsx';
import { Popover } from '#ui/popover.tsx';
import { RadioGroup } from '#ui/radio-group.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { CardListState } from './card-list-address.ts';

const stockOptions = [
  { value: 'none', label: 'Нет в наличии' },
  { value: 'low', label: 'Мало: меньше 20' },
  { value: 'some', label: 'Есть в наличии' },
] as const;

const qualityOptions = [
  { value: 'no_photo', label: 'Без фото' },
  { value: 'no_dimensions', label: 'Без габаритов' },
  { value: 'no_cost_price', label: 'Без себестоимости' },
] as const;

interface CardFiltersProps {
  state: CardListState;
  onChange: (change: Partial<CardListState>) => void;
  shops: readonly ProfileShop[];
}

export function CardFilters({ state, onChange, shops }: CardFiltersProps) {
  const { data: facets } = useQuery(cardQueries.facets());
  return (
    <>
      <CheckFilter
        label="Магазин"
        chosen={state.shopIds}
        onChange={(shopIds) => onChange({ shopIds })}
        options={shops.map((shop) => ({ value: shop.id, label: shop.name }))}
      />
      <CheckFilter
        label="Предмет"
        chosen={state.subjectIds}
        onChange={(subjectIds) => onChange({ subjectIds })}
        options={facets?.subjects.map(({ id, name, count }) => ({ value: id, label: name, count }))}
      />
      <CheckFilter
        label="Бренд"
        chosen={state.brands}
        onChange={(brands) => onChange({ brands })}
        options={facets?.brands.map(({ name, count }) => ({
          value: name,
          label: name || 'Нет бренда',
          count,
        }))}
      />
      <ChoiceFilter
        label="Остаток"
        chosen={state.stock}
        onChange={(stock) => onChange({ stock })}
        options={stockOptions}
      />
      <ChoiceFilter
        label="Качество"
        chosen={state.quality}
        onChange={(quality) => onChange({ quality })}
        options={qualityOptions}
      />
    </>
  );
}

interface CheckFilterProps<Value> {
  label: string;
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
  options: readonly { value: Value; label: string; count?: number }[] | undefined;
}

function CheckFilter<Value extends string | number>({
  label,
  chosen,
  onChange,
  options,
}: CheckFilterProps<Value>) {
  const [first] = chosen;
  const firstLabel = options?.find((option) => option.value === first)?.label ?? first;
  const value = chosen.length > 1 ? chosen.length : firstLabel;
  return (
    <Popover
      label={label}
      trigger={(props) => <FilterChip {...props} label={label} value={value} onRemove={() => onChange([])} />}
    >
      <fieldset className="max-h-80 w-64 overflow-y-auto p-2">
        <legend className="sr-only">{label}</legend>
        {options?.map((option) => (
          <Checkbox
            key={option.value}
            checked={chosen.includes(option.value)}
            onChange={(isOn) =>
              onChange(isOn ? [...chosen, option.value] : chosen.filter((one) => one !== option.value))
            }
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
    </Popover>
  );
}

interface ChoiceFilterProps<Value> {
  label: string;
  chosen: Value | null;
  onChange: (chosen: Value | null) => void;
  options: readonly { value: Value; label: string }[];
}

function ChoiceFilter<Value extends string>({ label, chosen, onChange, options }: ChoiceFilterProps<Value>) {
  return (
    <Popover
      label={label}
      trigger={(props) => (
        <FilterChip
          {...props}
          label={label}
          value={options.find((option) => option.value === chosen)?.label}
          onRemove={() => onChange(null)}
        />
      )}
    >
      {(close) => (
        <div className="w-56 p-3">
          <RadioGroup
            label={label}
            value={chosen ?? ''}
            onChange={(value) => {
              onChange(options.find((option) => option.value === value)?.value ?? null);
              close();
            }}
            options={options}
          />
        </div>
      )}
    </Popover>
  );
}

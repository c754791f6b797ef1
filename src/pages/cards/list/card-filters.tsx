import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { cardQueries } from '#api/cards.ts';
import type { ProfileShop } from '#contract/users.ts';
import { FilterChip } from '#ui/filter-chip.tsx';
import { Popover } from '#ui/popover.tsx';
import type { CardListState, CardRanges } from './card-list-address.ts';

/** What a filter opens: of no use before that. */
export const loadFilterChoices = () => import('./filter-choices.tsx');
const CheckChoice = lazy(async () => ({ default: (await loadFilterChoices()).CheckChoice }));
const RadioChoice = lazy(async () => ({ default: (await loadFilterChoices()).RadioChoice }));

const RangeChoice = lazy(async () => ({ default: (await import('./range-choice.tsx')).RangeChoice }));

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

/** What is drawn may not be what was asked for last: a change of something that has several values is one of those. */
export type ChangeList = (
  change: Partial<CardListState> | ((now: CardListState) => Partial<CardListState>),
) => void;

interface CardFiltersProps {
  state: CardListState;
  onChange: ChangeList;
  shops: readonly ProfileShop[];
}

export function CardFilters({ state, onChange, shops }: CardFiltersProps) {
  const { data: facets } = useQuery(cardQueries.facets());
  return (
    <>
      <CheckFilter
        label="Магазин"
        chosen={state.shopIds}
        onChange={(next) => onChange((now) => ({ shopIds: next(now.shopIds) }))}
        options={shops.map((shop) => ({ value: shop.id, label: shop.name }))}
      />
      <CheckFilter
        label="Предмет"
        chosen={state.subjectIds}
        onChange={(next) => onChange((now) => ({ subjectIds: next(now.subjectIds) }))}
        options={facets?.subjects.map(({ id, name, count }) => ({ value: id, label: name, count }))}
      />
      <CheckFilter
        label="Бренд"
        chosen={state.brands}
        onChange={(next) => onChange((now) => ({ brands: next(now.brands) }))}
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
      <Popover
        label="Другие фильтры"
        className="w-96 max-w-[calc(100vw-1rem)] p-4"
        trigger={(props) => (
          <FilterChip
            {...props}
            label="Ещё"
            value={rangeNames(state.ranges)}
            onRemove={() => onChange({ ranges: {} })}
          />
        )}
      >
        {(close) => (
          <RangeChoice
            ranges={state.ranges}
            onChange={(ranges) => {
              onChange({ ranges });
              close();
            }}
          />
        )}
      </Popover>
    </>
  );
}

interface CheckFilterProps<Value> {
  label: string;
  chosen: readonly Value[];
  onChange: (next: (chosen: readonly Value[]) => Value[]) => void;
  options: readonly { value: Value; label: string; count?: number }[] | undefined;
}

function CheckFilter<Value extends string | number>({
  label,
  chosen,
  onChange,
  options,
}: CheckFilterProps<Value>) {
  const [first] = chosen;
  // A number says nothing: it comes with a link from another account, or of a subject that no card has any more.
  const unknown = options?.length && typeof first === 'number' ? 'нет в списке' : first;
  const firstLabel = options?.find((option) => option.value === first)?.label ?? unknown;
  const value = chosen.length > 1 ? chosen.length : firstLabel;
  return (
    <Popover
      label={label}
      trigger={(props) => (
        <FilterChip {...props} label={label} value={value} onRemove={() => onChange(() => [])} />
      )}
    >
      <CheckChoice
        label={label}
        chosen={chosen}
        options={options}
        onToggle={(index) => {
          const pressed = options?.[index]?.value;
          if (pressed === undefined) return;
          onChange((now) =>
            now.includes(pressed) ? now.filter((one) => one !== pressed) : [...now, pressed],
          );
        }}
      />
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
        <RadioChoice
          label={label}
          chosen={chosen}
          options={options}
          onChange={(value) => {
            onChange(options.find((option) => option.value === value)?.value ?? null);
            close();
          }}
        />
      )}
    </Popover>
  );
}

const RANGE_NAMES = [
  ['price', 'цена'],
  ['margin', 'маржа'],
  ['filled', 'заполнение'],
  ['updated', 'обновление'],
  ['tag', 'ярлык'],
  ['wbTag', 'ярлык WB'],
] as const;

/** Which of them are used: the chip has no room for the figures. */
function rangeNames(ranges: CardRanges): string {
  const used = Object.keys(ranges).join();
  return RANGE_NAMES.flatMap(([field, name]) => (used.includes(field) ? name : [])).join(', ');
}

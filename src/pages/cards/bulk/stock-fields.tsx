import { useQuery } from '@tanstack/react-query';
import { warehouseQueries } from '#api/warehouses.ts';
import { isStuck } from '#parts/is-stuck.ts';
import { LoadProblem } from '#parts/load-problem.tsx';
import { Field } from '#ui/field.tsx';
import { NumberInput } from '#ui/number-input.tsx';
import { Select } from '#ui/select.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { OFFLINE_TEXT } from './edit-state.ts';
import { placesOf, type Place } from './stock-places.ts';
import { STOCK_ACTIONS, type StockAction, type StockDraft } from './stock-draft.ts';

const ACTION_LABELS: Record<StockAction, string> = {
  SET: 'Сделать, шт.',
  UP: 'Прибавить, шт.',
  DOWN: 'Убавить, шт.',
  TIMES: 'Умножить на, ×',
  ZERO: 'Обнулить',
};
const ACTIONS = STOCK_ACTIONS.map((value) => ({ value, label: ACTION_LABELS[value] }));

interface StockFieldsProps {
  draft: StockDraft;
  onChange: (draft: StockDraft) => void;
}

/** In which warehouses, and what is to become of the amounts there. */
export function StockFields({ draft, onChange }: StockFieldsProps) {
  const { action, amount } = draft;
  return (
    <div className="flex flex-col gap-4">
      <PlaceChoice draft={draft} onChange={onChange} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="Остаток">
          <Select
            value={action}
            onChange={(next) =>
              onChange({
                ...draft,
                action: next,
                amount: measureOf(next) === measureOf(action) ? amount : null,
              })
            }
            options={ACTIONS}
          />
        </Field>
        {action === 'ZERO' ? null : (
          <Field label={action === 'TIMES' ? 'Во сколько раз' : 'Сколько'}>
            <NumberInput
              // An amount of another measure is a field of its own: nothing of what was typed into the last is left in it.
              key={measureOf(action)}
              value={amount}
              onChange={(next) => onChange({ ...draft, amount: next })}
              maxDigits={action === 'TIMES' ? 2 : 0}
              unit={action === 'TIMES' ? '×' : 'шт.'}
            />
          </Field>
        )}
      </div>
      <p className="text-sm text-muted">
        {draft.warehouseIds.length > 1
          ? 'У каждого размера на каждом складе группы. '
          : 'У каждого размера карточки. '}
        Сначала прочитаем, сколько на Wildberries сейчас. Что распродали после просмотра, останется как есть.
      </p>
    </div>
  );
}

function measureOf(action: StockAction): 'pieces' | 'times' | 'nothing' {
  if (action === 'ZERO') return 'nothing';
  return action === 'TIMES' ? 'times' : 'pieces';
}

function PlaceChoice({ draft, onChange }: StockFieldsProps) {
  const warehouses = useQuery(warehouseQueries.list());
  const groups = useQuery(warehouseQueries.groups());
  if (!warehouses.data || !groups.data) {
    const query = warehouses.data ? groups : warehouses;
    return isStuck(query) ? (
      <LoadProblem error={query.error} onRetry={() => void query.refetch()} offlineText={OFFLINE_TEXT} />
    ) : (
      <Skeleton className="h-8 w-full" />
    );
  }
  const places = placesOf(warehouses.data, groups.data);
  if (places.length === 0) {
    return (
      <p className="text-muted">
        Складов пока нет: они читаются из магазинов, у токена которых есть категория «Маркетплейс».
      </p>
    );
  }
  return (
    <Field label="Склад или группа складов">
      <Select
        value={places.find((place) => isSamePlace(place, draft))?.value ?? ''}
        placeholder="Выберите"
        onChange={(value) => {
          const place = places.find((one) => one.value === value);
          if (place) onChange({ ...draft, warehouseIds: place.warehouseIds, name: place.name });
        }}
        options={places}
      />
    </Field>
  );
}

function isSamePlace(place: Place, { warehouseIds, name }: StockDraft): boolean {
  return (
    place.name === name &&
    place.warehouseIds.length === warehouseIds.length &&
    place.warehouseIds.every((id) => warehouseIds.includes(id))
  );
}

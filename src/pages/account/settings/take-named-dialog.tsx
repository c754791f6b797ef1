import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { cardViewQueries } from '#api/card-views.ts';
import { userQueries } from '#api/users.ts';
import type { TakingSource } from '#offline/takings/taking.ts';
import { selectionOf } from '#offline/takings/takings.ts';
import { isStuck } from '#parts/is-stuck.ts';
import { ProblemLine } from '#parts/problem-line.tsx';
import { TakeDialog } from '#parts/takings/take-dialog.tsx';
import type { TakingQuestion } from '#parts/takings/use-taking-look.ts';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

export type TakenKind = 'view' | 'shop' | 'shipments';

interface TakeNamedDialogProps {
  kind: TakenKind;
  onClose: () => void;
}

/** A saved view, a shop or the last shipments: named, looked at, taken. */
export function TakeNamedDialog({ kind, onClose }: TakeNamedDialogProps) {
  const [source, setSource] = useState<TakingSource | null>(
    kind === 'shipments' ? { kind: 'shipments' } : null,
  );
  return (
    <TakeDialog question={questionOf(source)} source={source} onClose={onClose}>
      {kind === 'view' ? <ViewField source={source} onChange={setSource} /> : null}
      {kind === 'shop' ? <ShopField source={source} onChange={setSource} /> : null}
    </TakeDialog>
  );
}

function questionOf(source: TakingSource | null): TakingQuestion | null {
  if (source?.kind === 'shipments') return { kind: 'shipments' };
  const selection = source && selectionOf(source);
  return selection ? { kind: 'cards', selection } : null;
}

interface SourceFieldProps {
  source: TakingSource | null;
  onChange: (source: TakingSource) => void;
}

function ViewField({ source, onChange }: SourceFieldProps) {
  const views = useQuery(cardViewQueries.list());
  const [chosen, setChosen] = useState('');
  if (!views.data) {
    return isStuck(views) ? (
      <ProblemLine text="Виды не загрузились." error={views.error} onRetry={() => void views.refetch()} />
    ) : (
      <Skeleton className="h-control w-full" />
    );
  }
  if (views.data.length === 0) {
    return (
      <p className="text-ink-2">Сохранённых видов пока нет: их сохраняют в списке карточек, в меню вида.</p>
    );
  }
  return (
    <Field label="Сохранённый вид">
      <Select
        value={source === null ? '' : chosen}
        placeholder="Выберите"
        options={views.data.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(value) => {
          const view = views.data.find(({ id }) => String(id) === value);
          if (!view) return;
          setChosen(value);
          const { name, filter, wbTag } = view;
          onChange({ kind: 'view', name, filter: { ...filter, ...(wbTag && { wbTag }) } });
        }}
      />
    </Field>
  );
}

function ShopField({ source, onChange }: SourceFieldProps) {
  const { data: profile } = useQuery(userQueries.me());
  const shops = profile?.shops ?? [];
  if (profile && shops.length === 0) return <p className="text-ink-2">Магазинов пока нет.</p>;
  return (
    <Field label="Магазин">
      <Select
        value={source?.kind === 'shop' ? String(source.shopId) : ''}
        placeholder="Выберите"
        options={shops.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(value) => {
          const shop = shops.find(({ id }) => String(id) === value);
          if (shop) onChange({ kind: 'shop', name: shop.name, shopId: shop.id });
        }}
      />
    </Field>
  );
}

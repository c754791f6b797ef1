import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { userQueries } from '#api/users.ts';
import { warehouseQueries } from '#api/warehouses.ts';
import type { WarehouseGroup } from '#contract/warehouses.ts';
import { withWaitingGroups } from '#offline/outbox/overlay.ts';
import { useOutboxContent } from '#offline/outbox/use-outbox.ts';
import { formatInteger } from '#lib/numbers.ts';
import { paths } from '#lib/paths.ts';
import { DataAgeNote } from '#parts/data-age-note.tsx';
import { isStuck } from '#parts/is-stuck.ts';
import { LoadProblem } from '#parts/load-problem.tsx';
import { NoShops } from '#parts/no-shops.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { GroupDialog } from './group-dialog.tsx';
import { GroupPanel } from './group-panel.tsx';
import { kindHints, kindLabels } from './warehouse-facts.ts';

const KINDS = ['USER', 'CLEANING'] as const;

export function WarehouseGroupsPage() {
  const asked = warehouseQueries.groups();
  const groups = useQuery({ ...asked, meta: { ...asked.meta, isShownInPlace: true } });
  const warehouses = useQuery(warehouseQueries.list());
  const { data: profile } = useQuery(userQueries.me());
  const waiting = useOutboxContent();
  const [edited, setEdited] = useState<WarehouseGroup | 'new' | null>(null);
  const shown = groups.data && withWaitingGroups(groups.data, warehouses.data ?? [], waiting);

  // Without a shop there is no warehouse to put into a group.
  const hasShops = profile?.shops.length !== 0;
  const createButton = hasShops ? (
    <Button variant="primary" icon="plus" onClick={() => setEdited('new')}>
      Создать группу
    </Button>
  ) : null;
  return (
    <>
      <PageHeader
        title="Группы складов"
        note={shown ? formatInteger(shown.length) : undefined}
        subtitle={<DataAgeNote query={groups} />}
        actions={
          <>
            <LinkButton to={paths.cardCount} icon="check">
              Пересчёт
            </LinkButton>
            {createButton}
          </>
        }
      />
      <dl className="mt-3 flex flex-col gap-1 text-ink-2">
        {KINDS.map((kind) => (
          <div key={kind}>
            <dt className="inline font-medium text-ink">{kindLabels[kind]}.</dt>{' '}
            <dd className="inline">{kindHints[kind]}.</dd>
          </div>
        ))}
      </dl>
      <div className="mt-4 flex flex-col gap-4">
        {shown === undefined ? <NotRead query={groups} /> : null}
        {shown?.length === 0 && !hasShops ? (
          <NoShops text="Склады появятся, когда вы добавите магазин с токеном категории «Маркетплейс»: тогда их можно объединить в группы." />
        ) : null}
        {shown?.length === 0 && hasShops ? (
          <EmptyState
            icon="archive"
            title="Групп складов пока нет"
            text="Объедините склады разных магазинов, чтобы отправлять на них остатки сразу или обнулять их одной кнопкой."
            action={createButton}
          />
        ) : null}
        {shown?.map(({ group }) => (
          <GroupPanel key={group.id} group={group} onEdit={() => setEdited(group)} />
        ))}
      </div>
      {edited === null ? null : (
        <GroupDialog group={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </>
  );
}

function NotRead({ query }: { query: UseQueryResult<WarehouseGroup[]> }) {
  if (!isStuck(query)) {
    return [1, 2, 3].map((key) => <Skeleton key={key} className="h-36 w-full rounded-panel" />);
  }
  return <LoadProblem error={query.error} onRetry={() => void query.refetch()} />;
}

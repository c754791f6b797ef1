import { useQuery } from '@tanstack/react-query';
import { shopQueries } from '#api/shops.ts';
import type { Warehouse } from '#contract/warehouses.ts';
import { DataAgeNote } from '#parts/data-age-note.tsx';
import { isStuck } from '#parts/is-stuck.ts';
import { LoadProblem } from '#parts/load-problem.tsx';
import { Cell, DataTable, HeadCell, Row, TwoLines } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { Status } from '#ui/status.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { cargoLabel, deliveryLabel } from '#pages/account/warehouses/warehouse-facts.ts';
import { paths } from '#lib/paths.ts';

const ROW_HEIGHT_PX = 56;

/** The seller's own warehouses of a shop, as the marketplace knows them now. */
export function ShopWarehouses({ shopId }: { shopId: number }) {
  const query = useQuery(shopQueries.warehouses(shopId));
  const warehouses = query.data;
  if (warehouses === undefined && isStuck(query)) {
    return <LoadProblem error={query.error} shopId={shopId} onRetry={() => void query.refetch()} />;
  }
  if (warehouses?.length === 0) {
    return (
      <EmptyState
        icon="archive"
        title="У магазина нет складов"
        text="Создайте склад продавца в кабинете Wildberries, раздел «Маркетплейс» — «Мои склады и пропуска»: он появится здесь сам."
      />
    );
  }
  return (
    <>
      <p className="mb-3 flex flex-wrap items-center gap-x-3">
        <span className="text-ink-2">
          Объединяйте склады разных магазинов в <TextLink to={paths.warehouses}>группы складов</TextLink>.
        </span>
        <DataAgeNote query={query} />
      </p>
      <DataTable label="Склады магазина">
        <thead>
          <tr>
            <HeadCell>Склад</HeadCell>
            <HeadCell className="max-md:hidden">Доставка</HeadCell>
            <HeadCell className="max-md:hidden">Тип товара</HeadCell>
            <HeadCell className="max-sm:hidden">Состояние</HeadCell>
          </tr>
        </thead>
        <tbody>
          {warehouses ? (
            warehouses.map((warehouse) => (
              <Row key={warehouse.id} className="h-14">
                <Cell className="w-full max-w-0 md:w-1/2">
                  <TwoLines
                    main={warehouse.name}
                    below={`${warehouse.officeName} · №\u00a0${warehouse.wbWarehouseId}`}
                  />
                  <div className="mt-1.5 sm:hidden">
                    <WarehouseStatus warehouse={warehouse} />
                  </div>
                </Cell>
                <Cell className="max-md:hidden">{deliveryLabel(warehouse.deliveryType)}</Cell>
                <Cell className="max-md:hidden">{cargoLabel(warehouse.cargoType)}</Cell>
                <Cell className="max-sm:hidden">
                  <WarehouseStatus warehouse={warehouse} />
                </Cell>
              </Row>
            ))
          ) : (
            <SkeletonRows
              count={3}
              columns={[
                {},
                { className: 'max-md:hidden' },
                { className: 'max-md:hidden' },
                { className: 'max-sm:hidden' },
              ]}
              rowHeightPx={ROW_HEIGHT_PX}
            />
          )}
        </tbody>
      </DataTable>
    </>
  );
}

function WarehouseStatus({ warehouse }: { warehouse: Warehouse }) {
  return warehouse.isProcessing ? (
    <Status tone="orange">Обрабатывается</Status>
  ) : (
    <Status tone="green">Работает</Status>
  );
}

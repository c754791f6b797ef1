import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { bulkEditQueries } from '#api/bulk-edits.ts';
import { directoryQueries } from '#api/card-form.ts';
import { userQueries } from '#api/users.ts';
import type { SelectedCharacteristic } from '#contract/bulk-edits.ts';
import type { CardSelection } from '#contract/card-operations.ts';
import type { TableCard } from '#contract/card-table.ts';
import { characteristicColumn, characteristicKey } from './characteristic-columns.ts';
import type { Column } from './column.ts';
import { COLUMNS } from './columns.ts';
import { ownDiscountColumn, ownDiscountKey, ownPriceColumn, ownPriceKey } from './own-price-columns.ts';
import { useTableValues } from './use-table-values.ts';

/** Own prices stand beside the others, before what a piece costs. */
const FIRST_AFTER_OWN_PRICES = COLUMNS.findIndex(({ key }) => key === 'costPriceKopecks');
const NO_DEFINITIONS: readonly SelectedCharacteristic[] = [];
const NO_CHOICE: CardSelection = { ids: [] };

/** What the chosen cards can have, required ones first; read once, as the cards are. */
export const characteristicsOfTable = (selection: CardSelection) => ({
  ...bulkEditQueries.characteristics(selection),
  staleTime: Infinity,
  select: withRequiredFirst,
});

interface Characteristics {
  cardTotal: number;
  characteristics: readonly SelectedCharacteristic[];
}

/** Of others the order stays: those of most cards come first. An older server does not say whose they are. */
function withRequiredFirst({ cardTotal, characteristics }: Characteristics): Characteristics {
  const ofSubjects = characteristics.filter(({ subjects }) => subjects);
  return {
    cardTotal,
    characteristics: ofSubjects.toSorted((one, other) => Number(other.isRequired) - Number(one.isRequired)),
  };
}

interface TableColumns {
  columns: readonly Column[];
  /** Keys of those that are to be there beside the columns of every card. */
  wanted: readonly string[];
  /** All that can be shown is. */
  isSettled: boolean;
  /** Why some are not; undefined: nothing. */
  error: unknown;
  retry: () => void;
}

interface Table {
  cards: readonly TableCard[];
  selection: CardSelection | null;
  chosen: readonly string[];
  /** Columns that something is typed in stay, chosen or not: what is sent is seen. */
  edited: ReadonlySet<string>;
}

/** Which columns the table has: those of every card, and what was chosen beside them. */
export function useColumns({ cards, selection, chosen, edited }: Table): TableColumns {
  const wanted = [...new Set([...chosen, ...edited])].filter(isBeside).toSorted().join(' ');
  const isWanted = (key: string) => wanted.split(' ').includes(key);
  const { data: profile } = useQuery(userQueries.me());
  const needsCharacteristics = cards.length > 0 && wanted.includes(characteristicKey(0).slice(0, -1));
  const query = useQuery({
    ...characteristicsOfTable(selection ?? NO_CHOICE),
    enabled: selection !== null && needsCharacteristics,
  });
  const known = needsCharacteristics ? query.data?.characteristics : undefined;
  const definitions = known?.filter(({ id }) => isWanted(characteristicKey(id)));
  const { values, isReading, ...reading } = useTableValues(cards, definitions ?? NO_DEFINITIONS);
  const names = [...new Set(definitions?.flatMap(({ directory }) => directory ?? []))];
  const directories = useQueries({
    queries: names.map((name) => directoryQueries.values(name)),
    combine: (results) => results.map(({ data, isLoading }) => ({ data, isLoading })),
  });
  const areListsLoading = directories.some(({ isLoading }) => isLoading);
  const shops = profile?.shops;

  const columns = useMemo(
    () => {
      const own = (shops ?? []).flatMap((shop) => [
        ...(isWanted(ownPriceKey(shop.id)) ? [ownPriceColumn(shop)] : []),
        ...(isWanted(ownDiscountKey(shop.id)) ? [ownDiscountColumn(shop)] : []),
      ]);
      const read = areListsLoading ? [] : (definitions ?? []);
      const characteristics = read.flatMap((definition) => {
        const ofCards = values.get(definition.id);
        const at = names.findIndex((name) => name === definition.directory);
        const listed = directories[at]?.data ?? [];
        return ofCards ? characteristicColumn({ definition, values: ofCards, listed }) : [];
      });
      return [...COLUMNS.toSpliced(FIRST_AFTER_OWN_PRICES, 0, ...own), ...characteristics];
    },
    // Definitions and names are made of what is named here.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [shops, wanted, query.data, values, directories, areListsLoading],
  );

  const isUnread = needsCharacteristics && query.data === undefined;
  return {
    columns,
    wanted: wanted === '' ? [] : wanted.split(' '),
    isSettled: shops !== undefined && !isUnread && !isReading && !areListsLoading,
    error: isUnread ? (query.error ?? undefined) : reading.error,
    retry: () => {
      if (isUnread) void query.refetch();
      else reading.retry();
    },
  };
}

function isBeside(key: string): boolean {
  return !COLUMNS.some((column) => column.key === key);
}

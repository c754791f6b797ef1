import { useQuery } from '@tanstack/react-query';
import { cardCopyQueries, useCopyCards } from '#api/card-copies.ts';
import { useKeyOfRequest } from '#api/use-key-of-request.ts';
import type { CardSelection } from '#contract/card-operations.ts';
import { cellDoubts, cellErrors } from './copy-cells.ts';
import { manyColumns, manyInitialCells, toCopyOfCard } from './many-copy-cells.ts';
import { useBarcodesOfCopies } from './use-barcodes-of-copies.ts';
import { useCopyEdits } from './use-copy-edits.ts';
import { useKnownColours } from './use-known-colours.ts';

/** The server knows the names and barcodes of all cards; here only the copies are compared. */
const NO_CARD = { vendorCode: '', title: '', sizes: [] };

/** A copy of each chosen card as a table: what stands in it, what is wrong with it, and how they are made. */
export function useCopiesOfMany(selection: CardSelection) {
  const { typed, withRefusals, refuse, clear, ...edits } = useCopyEdits();
  const query = useQuery(cardCopyQueries.ofMany(selection));
  const colours = useKnownColours();
  const copy = useCopyCards();
  const keyOf = useKeyOfRequest();

  const sources = query.data ?? [];
  const { columns, columnsOfRow, sizeKeysOfRow } = manyColumns(sources);
  const rows = sources.map((source, row) => typed(manyInitialCells(source), row));
  const barcodes = useBarcodesOfCopies(rows, columnsOfRow, edits.write);
  const errors = withRefusals(cellErrors(NO_CARD, columns, rows));

  const create = () => {
    const wanted = sources.map((source, row) => toCopyOfCard(source, sizeKeysOfRow(row), rows[row] ?? {}));
    copy.mutate(
      { rows: wanted, idempotencyKey: keyOf(wanted) },
      { onError: (error) => refuse(error, columnsOfRow) },
    );
  };

  return {
    ...edits,
    query,
    sources,
    columns,
    columnsOfRow,
    rows,
    barcodes,
    errors,
    doubts: cellDoubts(columns, rows, {
      holders: barcodes.holders,
      colours,
      maxColoursOf: (row) => sources[row]?.colour?.maxCount ?? 0,
    }),
    hasErrors: errors.some((row) => Object.keys(row).length > 0),
    isEdited: edits.isEdited && copy.data === undefined,
    create,
    isCreating: copy.isPending,
    created: copy.data?.cards,
    again: () => {
      clear();
      copy.reset();
    },
  };
}

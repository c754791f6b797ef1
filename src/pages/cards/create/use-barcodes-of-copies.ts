import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { barcodeQueries, useGenerateBarcodes } from '#api/barcodes.ts';
import { newIdempotencyKey } from '#api/idempotency-key.ts';
import { MAX_NEW_BARCODES, type BarcodeHolder } from '#contract/barcodes.ts';
import { askableBarcodes } from '#pages/cards/form/size-barcodes.ts';
import { barcodesOf, isOfSize, type CopyCells, type CopyColumn } from './copy-cells.ts';
import type { CellWriting } from './copy-edits.ts';

const NO_HOLDERS: BarcodeHolder[] = [];

/** Barcodes of a table of copies: which cards have them already, and new ones from the marketplace for empty cells. */
export function useBarcodesOfCopies(
  rows: readonly CopyCells[],
  columnsOfRow: (row: number) => readonly CopyColumn[],
  write: (writings: readonly CellWriting[]) => void,
) {
  const generate = useGenerateBarcodes();
  const { hasCells, asked, empty } = useMemo(() => {
    const places = rows.flatMap((cells, row) =>
      columnsOfRow(row).flatMap((column) =>
        isOfSize(column) ? [{ row, key: column.key, skus: barcodesOf(cells[column.key]) }] : [],
      ),
    );
    return {
      hasCells: places.length > 0,
      asked: askableBarcodes(places),
      empty: places.filter(({ skus }) => skus.length === 0),
    };
  }, [rows, columnsOfRow]);
  const holders = useQuery({ ...barcodeQueries.holders(asked), enabled: asked.length > 0 });

  const fill = async () => {
    for (let from = 0; from < empty.length; from += MAX_NEW_BARCODES) {
      const cells = empty.slice(from, from + MAX_NEW_BARCODES);
      const order = { count: cells.length, idempotencyKey: newIdempotencyKey() };
      const { barcodes } = await generate.mutateAsync(order);
      write(cells.map(({ row, key }, index) => ({ row, key, text: barcodes[index] ?? '' })));
    }
  };

  return {
    holders: holders.data ?? NO_HOLDERS,
    hasCells,
    emptyCells: empty.length,
    isFilling: generate.isPending,
    // Said by the mutation itself.
    fill: () => void fill().catch(() => undefined),
  };
}

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '#api/http/api-error.ts';
import { barcodeQueries, useGenerateBarcodes } from '#api/barcodes.ts';
import { directoryQueries } from '#api/card-form.ts';
import { newIdempotencyKey } from '#api/idempotency-key.ts';
import { cardCopyQueries, useDuplicateCard } from '#api/card-copies.ts';
import { MAX_NEW_BARCODES } from '#contract/barcodes.ts';
import { MAX_COPIES } from '#contract/card-copies.ts';
import type { Card } from '#contract/cards.ts';
import { askableBarcodes } from '#pages/cards/form/size-barcodes.ts';
import { withWritings, type CellWriting, type CopyEdits } from './copy-edits.ts';
import {
  cellDoubts,
  cellErrors,
  columnsOf,
  initialCells,
  isOfSize,
  refusedCells,
  toCopyRow,
} from './copy-cells.ts';
import { useKeyOfRequest } from './use-key-of-request.ts';

/** The copies of a card as a table: what stands in it, what is wrong with it, and how they are made. */
export function useCopies(card: Card) {
  const [copies, setCopies] = useState<number | null>(1);
  const [edits, setEdits] = useState<CopyEdits>({});
  const [refused, setRefused] = useState<CopyEdits>({});
  const isWrong = copies === null || copies < 1 || copies > MAX_COPIES;
  const names = useQuery({
    ...cardCopyQueries.names(card.id, isWrong ? 1 : copies),
    placeholderData: keepPreviousData,
  });
  const { data: colours } = useQuery(directoryQueries.values('COLORS'));
  const { data: characteristics } = useQuery(directoryQueries.characteristics(card.subjectId));
  const duplicate = useDuplicateCard();
  const generate = useGenerateBarcodes();

  const columns = columnsOf(
    card,
    characteristics?.find(({ directory }) => directory === 'COLORS'),
  );
  const rows = (isWrong ? [] : (names.data ?? []).slice(0, copies)).map((one, row) => ({
    ...initialCells(card, columns, one),
    ...edits[row],
  }));
  const asked = askableBarcodes(
    rows.map((cells) => toCopyRow(card, columns, cells)).flatMap((row) => row.sizes ?? []),
  );
  const holders = useQuery({ ...barcodeQueries.holders(asked), enabled: asked.length > 0 });
  const errors = cellErrors(card, columns, rows).map((own, row) => ({ ...refused[row], ...own }));

  const write = (writings: readonly CellWriting[]) => {
    setEdits((now) => withWritings(now, writings));
    // A refusal speaks of a value that is no more.
    setRefused((now) => withWritings(now, writings, true));
  };

  const keyOf = useKeyOfRequest();
  const create = () => {
    const wanted = rows.map((cells) => toCopyRow(card, columns, cells));
    const input = { id: card.id, copies: wanted.length, rows: wanted };
    duplicate.mutate(
      { ...input, idempotencyKey: keyOf(input) },
      {
        onError: (error) => {
          const fields = error instanceof ApiError ? error.fieldErrors : [];
          setRefused(withWritings({}, refusedCells(columns, fields)));
        },
      },
    );
  };

  const empty = rows.flatMap((cells, row) =>
    columns.filter((column) => isOfSize(column) && !cells[column.key]).map(({ key }) => ({ row, key })),
  );
  const fillBarcodes = async () => {
    for (let from = 0; from < empty.length; from += MAX_NEW_BARCODES) {
      const places = empty.slice(from, from + MAX_NEW_BARCODES);
      const order = { count: places.length, idempotencyKey: newIdempotencyKey() };
      const { barcodes } = await generate.mutateAsync(order);
      write(places.map((place, index) => ({ ...place, text: barcodes[index] ?? '' })));
    }
  };

  return {
    copies,
    setCopies,
    isWrong,
    names,
    columns,
    rows,
    errors,
    doubts: cellDoubts(columns, rows, {
      holders: holders.data ?? [],
      colours: new Set(colours?.map(({ name }) => name.toLowerCase())),
    }),
    hasErrors: errors.some((row) => Object.keys(row).length > 0),
    isEdited: Object.keys(edits).length > 0 && duplicate.data === undefined,
    write,
    /** Puts back what stood in the table before. */
    takeBack: () => setEdits(edits),
    create,
    isCreating: duplicate.isPending,
    created: duplicate.data?.cards,
    again: () => {
      setEdits({});
      setRefused({});
      duplicate.reset();
    },
    emptyBarcodes: empty.length,
    isFilling: generate.isPending,
    // Said by the mutation itself.
    fillBarcodes: () => void fillBarcodes().catch(() => undefined),
  };
}

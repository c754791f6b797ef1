import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { cardCopyQueries, useDuplicateCard } from '#api/card-copies.ts';
import { directoryQueries } from '#api/card-form.ts';
import { useKeyOfRequest } from '#api/use-key-of-request.ts';
import { MAX_COPIES } from '#contract/card-copies.ts';
import type { Card } from '#contract/cards.ts';
import { columnsOf, initialCells, toCopyRow } from './copy-cells.ts';
import { typedOver, withRefusals } from './copy-edits.ts';
import { cellDoubts, cellErrors } from './copy-remarks.ts';
import { useBarcodesOfCopies } from './use-barcodes-of-copies.ts';
import { useCopyEdits } from './use-copy-edits.ts';
import { useKnownColours } from './use-known-colours.ts';

/** The copies of a card as a table: what stands in it, what is wrong with it, and how they are made. */
export function useCopies(card: Card) {
  const [copies, setCopies] = useState<number | null>(1);
  const { edits, refused, isEdited, write, takeBack, refuse, clear } = useCopyEdits();
  const isWrong = copies === null || copies < 1 || copies > MAX_COPIES;
  const names = useQuery({
    ...cardCopyQueries.names(card.id, isWrong ? 1 : copies),
    placeholderData: keepPreviousData,
  });
  const { data: characteristics } = useQuery(directoryQueries.characteristics(card.subjectId));
  const colours = useKnownColours();
  const duplicate = useDuplicateCard();
  const keyOf = useKeyOfRequest();

  const colour = characteristics?.find(({ directory }) => directory === 'COLORS');
  const columns = columnsOf(card.sizes, colour?.name);
  const columnsOfRow = () => columns;
  const rows = (isWrong ? [] : (names.data ?? []).slice(0, copies)).map((one, row) =>
    typedOver(initialCells(card, colour?.id, one), edits[row]),
  );
  const barcodes = useBarcodesOfCopies(rows, columnsOfRow, write);
  const errors = withRefusals(cellErrors(card, columnsOfRow, rows), refused);

  const create = () => {
    const wanted = rows.map((cells) => toCopyRow(card, colour?.id, cells));
    const input = { id: card.id, copies: wanted.length, rows: wanted };
    duplicate.mutate(
      { ...input, idempotencyKey: keyOf(input) },
      { onError: (error) => refuse(error, columnsOfRow) },
    );
  };

  return {
    write,
    takeBack,
    copies,
    setCopies,
    isWrong,
    names,
    columns,
    columnsOfRow,
    rows,
    barcodes,
    errors,
    doubts: cellDoubts(columnsOfRow, rows, {
      holders: barcodes.holders,
      colours,
      maxColoursOf: () => colour?.maxCount ?? 0,
    }),
    hasErrors: errors.some((row) => Object.keys(row).length > 0),
    isEdited: isEdited && duplicate.data === undefined,
    create,
    isCreating: duplicate.isPending,
    problem: duplicate.error,
    created: duplicate.data?.cards,
    sharedBarcodes: duplicate.data?.sharedBarcodes ?? [],
    again: () => {
      clear();
      duplicate.reset();
    },
  };
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { cardCopyQueries, useCopyCards } from '#api/card-copies.ts';
import { ApiError } from '#api/http/api-error.ts';
import type { CardSelection } from '#contract/card-operations.ts';
import { stripLineBreaks } from '#lib/text.ts';
import { cellErrors, NAME_COLUMNS, refusedCells } from './copy-cells.ts';
import { withWritings, type CellWriting, type CopyEdits } from './copy-edits.ts';
import { useKeyOfRequest } from './use-key-of-request.ts';

/** The server knows the names of all cards; here only the copies are compared. */
const NO_CARD = { vendorCode: '', title: '', sizes: [] };

/** A copy of each chosen card as a table: what stands in it, what is wrong with it, and how they are made. */
export function useCopiesOfMany(selection: CardSelection) {
  const [edits, setEdits] = useState<CopyEdits>({});
  const [refused, setRefused] = useState<CopyEdits>({});
  const query = useQuery(cardCopyQueries.ofMany(selection));
  const copy = useCopyCards();
  const keyOf = useKeyOfRequest();

  const sources = query.data ?? [];
  const rows = sources.map(({ vendorCode, title }, row) => ({ vendorCode, title, ...edits[row] }));
  const errors = cellErrors(NO_CARD, NAME_COLUMNS, rows).map((own, row) => ({ ...refused[row], ...own }));

  const write = (writings: readonly CellWriting[]) => {
    setEdits((now) => withWritings(now, writings));
    // A refusal speaks of a value that is no more.
    setRefused((now) => withWritings(now, writings, true));
  };

  const create = () => {
    const wanted = sources.map(({ cardId }, row) => ({
      cardId,
      vendorCode: stripLineBreaks(rows[row]?.vendorCode ?? ''),
      title: stripLineBreaks(rows[row]?.title ?? ''),
    }));
    copy.mutate(
      { rows: wanted, idempotencyKey: keyOf(wanted) },
      {
        onError: (error) => {
          const fields = error instanceof ApiError ? error.fieldErrors : [];
          setRefused(withWritings({}, refusedCells(NAME_COLUMNS, fields)));
        },
      },
    );
  };

  return {
    query,
    sources,
    rows,
    errors,
    hasErrors: errors.some((row) => Object.keys(row).length > 0),
    isEdited: Object.keys(edits).length > 0 && copy.data === undefined,
    write,
    /** Puts back what stood in the table before. */
    takeBack: () => setEdits(edits),
    create,
    isCreating: copy.isPending,
    created: copy.data?.cards,
    again: () => {
      setEdits({});
      setRefused({});
      copy.reset();
    },
  };
}

import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { newIdempotencyKey } from '#api/idempotency-key.ts';
import { readCopiesOfMany, useCopyCards, type CopySource } from '#api/card-copies.ts';
import type { BarcodeHolder } from '#contract/barcodes.ts';
import type { CardRow } from '#contract/card-list.ts';
import type { CardSelection } from '#contract/card-operations.ts';
import { useReadInParts } from '#parts/cards/use-read-in-parts.ts';
import { typedOver, withRefusals } from './copy-edits.ts';
import { cellDoubts, cellErrors } from './copy-remarks.ts';
import { SHOWN_COPIES } from './copies-made.tsx';
import { manyColumns, manyInitialCells, toCopyOfCard } from './many-copy-cells.ts';
import { useBarcodesOfCopies } from './use-barcodes-of-copies.ts';
import { useCopyEdits } from './use-copy-edits.ts';
import { useKnownColours } from './use-known-colours.ts';

/** The server knows the names and barcodes of all cards; here only the copies are compared. */
const NO_CARD = { vendorCode: '', title: '', sizes: [] };
const NO_SOURCES: readonly CopySource[] = [];
interface Made {
  count: number;
  first: readonly CardRow[];
  shared: readonly BarcodeHolder[];
}
const NOTHING_MADE: Made = { count: 0, first: [], shared: [] };

/** A copy of each chosen card as a table: what stands in it, what is wrong with it, and how they are made. */
export function useCopiesOfMany(selection: CardSelection) {
  const { edits, refused, dropped, write, takeBack, refuse, dropRows, clear } = useCopyEdits();
  const [round, setRound] = useState(0);
  const copyingKey = `${useKeyOfChoice(selection)}.${round}`;
  const { read, ...reading } = useReadInParts({
    question: JSON.stringify([selection, copyingKey]),
    readAll: (onProgress, signal) => readCopiesOfMany({ selection, copyingKey }, onProgress, signal),
  });
  const colours = useKnownColours();
  const copy = useCopyCards();
  const [made, setMade] = useState(NOTHING_MADE);
  const isStopping = useRef(false);
  // Left: nobody would see what becomes of the rest.
  useEffect(
    () => () => {
      isStopping.current = true;
    },
    [],
  );

  const all = read?.sources ?? NO_SOURCES;
  const columnsOfAll = useMemo(() => manyColumns(all), [all]);
  const { sources, initial } = useMemo(() => {
    const left = all.slice(dropped);
    return { sources: left, initial: left.map(manyInitialCells) };
  }, [all, dropped]);
  const rows = useMemo(() => initial.map((cells, row) => typedOver(cells, edits[row])), [initial, edits]);
  const columnsOfRow = useMemo(
    () => (row: number) => columnsOfAll.columnsOfRow(dropped + row),
    [columnsOfAll, dropped],
  );
  // Of many rows it takes a moment: what is typed is seen first.
  const checkedRows = useDeferredValue(rows);
  const madeBefore = (read?.madeCount ?? 0) + dropped;
  const ownErrors = useMemo(
    () => cellErrors(NO_CARD, columnsOfRow, checkedRows, madeBefore + 1),
    [columnsOfRow, checkedRows, madeBefore],
  );
  const errors = useMemo(() => withRefusals(ownErrors, refused), [ownErrors, refused]);
  const barcodes = useBarcodesOfCopies(checkedRows, columnsOfRow, write);
  const doubts = useMemo(
    () =>
      cellDoubts(columnsOfRow, checkedRows, {
        holders: barcodes.holders,
        colours,
        maxColoursOf: (row) => sources[row]?.colour?.maxCount ?? 0,
      }),
    [columnsOfRow, checkedRows, barcodes.holders, colours, sources],
  );

  const create = () => {
    const wanted = sources.map((source, row) =>
      toCopyOfCard(source, columnsOfAll.sizeKeysOfRow(dropped + row), rows[row] ?? {}),
    );
    let madeNow = 0;
    isStopping.current = false;
    copy.mutate(
      {
        copyingKey,
        rows: wanted,
        onMade: ({ cards, sharedBarcodes = [] }) => {
          madeNow += cards.length;
          setMade(({ count, first, shared }) => ({
            count: count + cards.length,
            first: [...first, ...cards].slice(0, SHOWN_COPIES),
            shared: [...shared, ...sharedBarcodes],
          }));
        },
        mayGoOn: () => !isStopping.current,
      },
      {
        onSettled: (_nothing, error) => {
          dropRows(madeNow);
          // What is refused is of the part that now comes first.
          if (error) refuse(error, (row) => columnsOfAll.columnsOfRow(dropped + madeNow + row));
        },
      },
    );
  };

  const beginAnew = () => {
    clear();
    setMade(NOTHING_MADE);
    copy.reset();
  };

  return {
    write,
    takeBack,
    reading,
    isRead: read !== undefined,
    sources,
    columns: columnsOfAll.columns,
    columnsOfRow,
    rows,
    firstNumber: madeBefore + 1,
    barcodes,
    errors,
    doubts,
    hasErrors: useMemo(() => errors.some((row) => Object.keys(row).length > 0), [errors]),
    isEdited: sources.length > 0 && Object.keys(edits).length > 0,
    create,
    isCreating: copy.isPending,
    /** null: nothing has gone wrong since it was begun last. */
    problem: copy.error,
    /** In all: some may have been made before the page was loaded anew. */
    madeCount: (read?.madeCount ?? 0) + made.count,
    firstMade: made.first,
    sharedBarcodes: made.shared,
    /** After the part that is on its way. */
    stop: () => {
      isStopping.current = true;
    },
    again: () => {
      beginAnew();
      setRound(round + 1);
    },
    /** The same copying with what there is now: the server says what of it is made. */
    reload: () => {
      beginAnew();
      reading.retry();
    },
  };
}

/** The same after a reload, for a choice that the server keeps: what was made of it is not made again. */
function useKeyOfChoice(selection: CardSelection): string {
  const [ownKey] = useState(newIdempotencyKey);
  return 'id' in selection ? selection.id : ownKey;
}

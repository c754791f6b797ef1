import { useState, type ReactNode } from 'react';
import { useLeaveOutRows, useRollBackBulkEdit } from '#api/bulk-edits.ts';
import type { BulkEdit } from '#contract/bulk-edits.ts';
import type { BulkEditRow } from '#contract/bulk-rows.ts';
import { adviceOf, reasonOf, remarksOf } from '#contract/bulk-row-remarks.ts';
import { classNames } from '#lib/class-names.ts';
import { formatInteger } from '#lib/numbers.ts';
import { hrefTo } from '#lib/paths.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { SHOWN_AROUND, TextChange } from '#parts/cards/text-change.tsx';
import { useFocusAfterRemoval } from '#parts/use-focus-after-removal.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Cell, Row } from '#ui/data-table.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { valueChanges, type FigureLine, type ValueChange, type ValueColumn } from './row-changes.ts';
import { PROFIT_LABEL } from './row-profit.tsx';
import { ACT_LABELS, rowActOf } from './row-acts.ts';
import { RowCheckbox } from './row-checkbox.tsx';
import { hitsOf } from './text-hits.ts';
import type { RowChoice } from './use-row-choice.ts';

interface BulkEditRowProps {
  edit: BulkEdit;
  row: BulkEditRow;
  columns: readonly ValueColumn[];
  /** What a piece brings; absent: the change is not about it. */
  profit?: ReactNode;
  /** Absent: nothing can be done with several of the rows. */
  choice?: RowChoice | undefined;
}

export function BulkEditTableRow({ edit, row, columns, profit, choice }: BulkEditRowProps) {
  const line = useFocusAfterRemoval<HTMLTableRowElement>();
  return (
    <Row ref={line} isSelected={choice?.isChosen(row.cardId) ?? false}>
      {choice ? (
        <Cell className="pr-0 pl-3">
          <RowCheckbox row={row} choice={choice} />
        </Cell>
      ) : null}
      <Cell className="max-w-60 xl:max-w-96">
        <CardName row={row} />
        <Remarks row={row} />
      </Cell>
      {valueChanges(row, columns).map((value) => (
        <Cell
          key={value.label}
          align={value.isText ? 'start' : 'end'}
          className={value.isText ? 'max-w-96' : ''}
        >
          <Change {...value} />
        </Cell>
      ))}
      {profit === undefined ? null : (
        <Cell align="end">
          {/* As wide on its way as when it has come: no column moves then. */}
          <div className="ml-auto w-56 whitespace-normal">{profit}</div>
        </Cell>
      )}
      <Cell align="end">
        <RowAction edit={edit} row={row} />
      </Cell>
    </Row>
  );
}

/** Where the table has no room: the same, a value under a value. */
export function BulkEditItem({ edit, row, columns, profit, choice }: BulkEditRowProps) {
  const line = useFocusAfterRemoval<HTMLLIElement>();
  return (
    <li
      ref={line}
      className={classNames(
        'flex flex-col gap-1.5 px-4 py-3 not-last:border-b not-last:border-line-soft',
        choice?.isChosen(row.cardId) && 'bg-selected',
      )}
    >
      <div className="flex items-start justify-between gap-3">
        {choice ? <RowCheckbox row={row} choice={choice} /> : null}
        <div className="min-w-0 grow">
          <CardName row={row} />
        </div>
        <RowAction edit={edit} row={row} />
      </div>
      <dl
        className={classNames(
          'grid max-w-md gap-x-3 gap-y-0.5 text-sm tabular-nums',
          columns.some(({ isText }) => isText) ? 'grid-cols-[auto_1fr]' : 'grid-cols-[1fr_auto]',
        )}
      >
        {valueChanges(row, columns).map((value) => (
          <div key={value.label} className="contents">
            <dt className="text-muted">{value.label}</dt>
            <dd className={value.isText ? 'min-w-0' : 'text-right whitespace-nowrap'}>
              <Change {...value} />
            </dd>
          </div>
        ))}
        {profit === undefined ? null : (
          // Below its name, also while it is on its way: beside it there is room for short sums alone, and longer ones
          // would move the rows below when they come.
          <div className="col-span-full">
            <dt className="text-muted">{PROFIT_LABEL}</dt>
            <dd className="text-right">{profit}</dd>
          </div>
        )}
      </dl>
      <Remarks row={row} />
    </li>
  );
}

function CardName({ row }: { row: BulkEditRow }) {
  return (
    <>
      <TextLink to={hrefTo.card({ id: row.cardId })} className="block truncate" title={row.title}>
        {row.title || 'Без названия'}
      </TextLink>
      <span className="block truncate text-sm text-muted">{row.vendorCode}</span>
    </>
  );
}

function Change(value: ValueChange) {
  if (value.lines) return <FigureLines lines={value.lines} />;
  return value.isText ? <WordsChange {...value} /> : <FigureChange {...value} />;
}

/** Few read more of them in a row; whoever does asks for them. */
const MAX_LINES = 8;

function FigureLines({ lines }: { lines: readonly FigureLine[] }) {
  const [areAllShown, setAllShown] = useState(false);
  const rest = areAllShown ? 0 : lines.length - MAX_LINES;
  return (
    <ul className="flex flex-col py-0.5 text-sm tabular-nums">
      {lines.slice(0, areAllShown ? lines.length : MAX_LINES).map((line) => (
        <li key={line.key} className="flex justify-between gap-3">
          <span className="min-w-0 truncate text-muted">{line.label}</span>
          <span className="shrink-0">
            <FigureChange before={line.before} after={line.after} />
          </span>
        </li>
      ))}
      {rest > 0 ? (
        <li>
          <Button size="sm" variant="ghost" onClick={() => setAllShown(true)}>
            и ещё {formatInteger(rest)}
          </Button>
        </li>
      ) : null}
    </ul>
  );
}

function FigureChange({ before, after }: Pick<FigureLine, 'before' | 'after'>) {
  if (before === after) return <span className="text-muted">{after}</span>;
  return (
    <>
      <del className="text-muted no-underline">
        <span className="sr-only">было </span>
        {before}
      </del>
      <span aria-hidden> → </span>
      <ins className="font-medium no-underline">
        <span className="sr-only">станет </span>
        {after}
      </ins>
    </>
  );
}

/** With every place marked that was looked for. */
function WordsChange({ before, after, replacement }: ValueChange) {
  const hits = replacement ? hitsOf(before, after, replacement, SHOWN_AROUND) : null;
  return <TextChange before={before} after={after} {...(hits ? { parts: hits } : {})} />;
}

function Remarks({ row }: { row: BulkEditRow }) {
  const reason = reasonOf(row);
  const advice = adviceOf(row);
  if (reason !== null) {
    return (
      <>
        <span className="block text-sm text-red">{reason}</span>
        {advice === null ? null : <span className="block text-sm text-muted">{advice}</span>}
      </>
    );
  }
  const remarks = remarksOf(row);
  if (remarks.length === 0) return null;
  return (
    <span className="flex flex-wrap gap-1 py-0.5">
      {remarks.map(({ text, isGrave }) => (
        <Badge key={text} tone={isGrave ? 'red' : 'orange'} isWrapping>
          {text}
        </Badge>
      ))}
    </span>
  );
}

/** What can be done with it now; what can be mended in the card is. */
function RowAction({ edit, row }: Pick<BulkEditRowProps, 'edit' | 'row'>) {
  const leaveOut = useLeaveOutRows(edit.id);
  const rollBack = useRollBackBulkEdit(edit.id);
  const offline = useOnlineOnly()('Доступно только при связи');
  const cardIds = [row.cardId];
  const act = rowActOf(edit, row.state);
  if (act !== null) {
    return (
      <Button
        size="sm"
        variant="ghost"
        loading={leaveOut.isPending || rollBack.isPending}
        disabledReason={offline}
        onClick={() => {
          if (act === 'ROLL_BACK') rollBack.mutate({ cardIds });
          else leaveOut.mutate({ cardIds, isLeftOut: act === 'LEAVE_OUT' });
        }}
      >
        {ACT_LABELS[act]}
      </Button>
    );
  }
  if (row.state === 'REFUSED' && row.mend?.field) {
    return (
      <LinkButton size="sm" to={hrefTo.card({ id: row.cardId, field: row.mend.field })}>
        Исправить
      </LinkButton>
    );
  }
  return null;
}

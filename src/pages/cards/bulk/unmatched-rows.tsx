import type { EndpointResponse } from '#contract/endpoint.ts';
import type { createTableEditEndpoint } from '#contract/bulk-edits.ts';
import type { UnmatchedReason } from '#contract/bulk-table-rows.ts';
import { pluralForm } from '#contract/plurals.ts';
import { formatInteger } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ROW_FORMS } from './edit-state.ts';

export type TableEdit = EndpointResponse<typeof createTableEditEndpoint>;

const REASONS: Record<UnmatchedReason, string> = {
  NOT_FOUND: 'нет такой карточки',
  AMBIGUOUS: 'таких карточек несколько',
  REPEATED: 'карточка названа в нескольких строках',
};
const MAX_LISTED = 200;

interface UnmatchedRowsProps {
  made: TableEdit;
  onClose: () => void;
  onOpen: () => void;
}

/** Rows that take no part, before what becomes of the others. */
export function UnmatchedRows({ made: { edit, unmatched }, onClose, onOpen }: UnmatchedRowsProps) {
  const count = unmatched.length;
  const listed = unmatched.slice(0, MAX_LISTED);
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={onOpen}
      title={`${pluralForm(count, ['Не подошла', 'Не подошли', 'Не подошло'])} ${countOf(count, ROW_FORMS)}`}
      description={
        edit
          ? `${count === 1 ? 'Она ничего не изменит' : 'Они ничего не изменят'}. Остальное можно посмотреть и применить.`
          : 'Больше в таблице ничего нет: менять нечего.'
      }
      footer={
        <>
          <Button onClick={onClose}>Закрыть</Button>
          {edit ? (
            <Button type="submit" variant="primary">
              Посмотреть {countOf(edit.cardTotal, ['карточку', 'карточки', 'карточек'])}
            </Button>
          ) : null}
        </>
      }
    >
      <ul aria-label="Строки без карточки" className="rounded-panel border border-line">
        {listed.map(({ line, key, reason }) => (
          <li key={line} className="px-4 py-2 not-last:border-b not-last:border-line-soft">
            <span className="wrap-anywhere">{key}</span>{' '}
            <span className="text-sm text-muted">
              · строка {formatInteger(line)} · {REASONS[reason]}
            </span>
          </li>
        ))}
        {count > listed.length ? (
          <li className="px-4 py-2 text-muted">…и ещё {formatInteger(count - listed.length)}</li>
        ) : null}
      </ul>
      <p className="mt-3 flex items-center gap-2 text-sm text-muted">
        Скопировать список
        <CopyButton
          what="список"
          text={unmatched.map(({ line, key, reason }) => `${line}\t${key}\t${REASONS[reason]}`).join('\n')}
        />
      </p>
    </Dialog>
  );
}

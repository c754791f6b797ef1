import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useCreateTableEdit } from '#api/bulk-edits.ts';
import type { TableCard } from '#contract/card-table.ts';
import { countOf } from '#lib/plurals.ts';
import { hrefTo } from '#lib/paths.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { UnmatchedRows, type TableEdit } from '#pages/cards/bulk/unmatched-rows.tsx';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { showToast } from '#ui/toast-store.ts';
import type { GridContent } from './column.ts';
import { rowsOf, tooManyTexts } from './edit-rows.ts';
import type { EditCounts } from './edits.ts';
import type { History } from './history.ts';
import { keepBehind, keptCells } from './kept-cells.ts';

const CELL_FORMS = ['ячейку', 'ячейки', 'ячеек'] as const;

interface TableActionsProps {
  content: GridContent;
  history: History;
  counts: EditCounts;
  /** Of the tab's history: Back leads to it. */
  place: string;
  onWalk: (type: 'undo' | 'redo') => void;
  onSent: () => void;
}

/** There and back, and on to what would become of the cards. Nothing changes here. */
export function TableActions({ content, history, counts, place, onWalk, onSent }: TableActionsProps) {
  const [made, setMade] = useState<TableEdit>();
  const create = useCreateTableEdit();
  const navigate = useNavigate();
  const offline = useOnlineOnly()('Карточки меняются сразу у многих только при связи');
  const { edits, past, future } = history;
  const { cells, problems } = counts;

  const open = ({ edit }: TableEdit) => {
    if (!edit) return;
    keepBehind(place, keptCells(content, edits));
    onSent();
    void navigate(hrefTo.bulkEdit({ id: edit.id }));
  };
  const prepare = () => {
    if (create.isPending) return;
    const rows = rowsOf(content, edits);
    const tooMany = tooManyTexts(rows);
    if (tooMany !== null) {
      showToast({ type: 'warning', text: tooMany });
      return;
    }
    create.mutate(
      { key: 'CARD_ID', rows },
      { onSuccess: (response) => (response.unmatched.length === 0 ? open(response) : setMade(response)) },
    );
  };

  return (
    <>
      <IconButton
        icon="undo"
        label="Отменить"
        disabledReason={past.length === 0 ? 'отменять нечего' : null}
        onClick={() => onWalk('undo')}
      />
      <IconButton
        icon="undo"
        label="Повторить"
        className="-scale-x-100"
        disabledReason={future.length === 0 ? 'повторять нечего' : null}
        onClick={() => onWalk('redo')}
      />
      <Button
        variant="primary"
        loading={create.isPending}
        disabledReason={
          offline ??
          (problems > 0 ? `Исправьте ${countOf(problems, CELL_FORMS)} с ошибками` : null) ??
          (cells === 0 ? 'Ничего не изменено' : null)
        }
        onClick={prepare}
      >
        Посмотреть изменения
      </Button>
      {made ? (
        <UnmatchedRows
          made={{
            ...made,
            unmatched: made.unmatched.map((row) => ({ ...row, key: codeOf(content.cards, row.line) })),
          }}
          onClose={() => setMade(undefined)}
          onOpen={() => open(made)}
        />
      ) : null}
    </>
  );
}

function codeOf(cards: readonly TableCard[], line: number): string {
  return cards[line - 1]?.vendorCode ?? '';
}

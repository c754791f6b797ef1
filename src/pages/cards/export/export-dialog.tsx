import { useState } from 'react';
import { downloadCards } from '#api/card-export.ts';
import { exportColumns } from '#contract/card-export.ts';
import type { CardColumnId } from '#contract/card-list.ts';
import type { CardSelection } from '#contract/card-operations.ts';
import { exportFormats } from '#contract/fields.ts';
import { NBSP } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { downloads } from '#parts/downloads/downloads.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { columnsOfList, columnTitle, isInUsualOrder, withColumn } from './chosen-columns.ts';
import { ColumnGroups } from './column-groups.tsx';
import { FORMAT_NAMES } from '#parts/exports/format-names.ts';
import { rememberChoice, rememberedChoice, type ExportChoice } from './remembered-choice.ts';

interface ExportDialogProps {
  selection: CardSelection;
  cardCount: number;
  /** Of the list, as it is drawn now. */
  listColumns: readonly CardColumnId[];
  onClose: () => void;
}

/** Which columns the chosen cards have in a file; begins with what was chosen the last time on this device. */
export function ExportDialog({ selection, cardCount, listColumns, onClose }: ExportDialogProps) {
  const [choice, setChoice] = useState(rememberedChoice);
  const { columns, format } = choice;
  const change = (changed: Partial<ExportChoice>) => setChoice({ ...choice, ...changed });
  const offlineReason = useOnlineOnly()('Скачать можно только при связи');
  const refusal =
    offlineReason ?? (columns.length === 1 ? 'Выберите хотя бы один столбец, кроме артикула продавца' : null);

  const download = () => {
    if (refusal !== null) return;
    rememberChoice(choice);
    downloads.start((hooks) => downloadCards({ selection, ...choice }, hooks));
    onClose();
  };

  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={download}
      size="lg"
      title={`Скачать ${countOf(cardCount, ['карточку', 'карточки', 'карточек'])}`}
      footer={
        <>
          <Button onClick={onClose}>Отмена</Button>
          <Button type="submit" variant="primary" icon="download" disabledReason={refusal}>
            Скачать
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Segmented
          label="Формат"
          value={format}
          options={exportFormats.map((value) => ({ value, label: FORMAT_NAMES[value] }))}
          onChange={(chosen) => change({ format: chosen })}
        />
        <div className="flex flex-wrap items-center gap-2">
          <Button size="sm" onClick={() => change({ columns: [...exportColumns] })}>
            Все
          </Button>
          <Button size="sm" onClick={() => change({ columns: columnsOfList(listColumns) })}>
            Как в списке
          </Button>
          <Button size="sm" onClick={() => change({ columns: ['vendorCode'] })}>
            Снять все
          </Button>
        </div>
        <ColumnGroups
          chosen={columns}
          onToggle={(column, isOn) => change({ columns: withColumn(columns, column, isOn) })}
          selection={selection}
        />
        <p className="text-sm text-muted" aria-live="polite">
          {isInUsualOrder(columns)
            ? 'В файле столбцы стоят в том же порядке, что и здесь.'
            : `Порядок в файле: ${columns.map((one) => columnTitle(one).replaceAll(' ', NBSP)).join(' → ')}.`}
        </p>
      </div>
    </Dialog>
  );
}

import { useQuery } from '@tanstack/react-query';
import { cardExportQueries } from '#api/card-export.ts';
import { MAX_CHARACTERISTIC_COLUMNS, type ExportColumn } from '#contract/card-export.ts';
import type { CardSelection } from '#contract/card-operations.ts';
import { formatInteger } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { columnGroups, columnTitle } from './chosen-columns.ts';

interface ColumnGroupsProps {
  chosen: readonly ExportColumn[];
  onToggle: (column: ExportColumn, isOn: boolean) => void;
  selection: CardSelection;
}

export function ColumnGroups({ chosen, onToggle, selection }: ColumnGroupsProps) {
  const hints: Partial<Record<ExportColumn, string>> = {
    cardId: 'По нему файл может изменить артикул',
    characteristics: useCharacteristicsNote(selection, chosen.includes('characteristics')),
  };
  return (
    <div className="grid gap-5 sm:grid-cols-2 md:grid-cols-3">
      {columnGroups.map(({ title, columns }) => (
        <fieldset key={title} className="flex flex-col gap-1">
          <legend className="mb-1.5 font-medium">{title}</legend>
          {columns.map((column) =>
            column === 'vendorCode' ? (
              // Not `disabled`: who comes by keyboard is to hear why it stays.
              <Checkbox
                key={column}
                checked
                aria-disabled
                onChange={() => undefined}
                label={columnTitle(column)}
                hint="Есть всегда: без него файл не загрузить обратно"
              />
            ) : (
              <Checkbox
                key={column}
                checked={chosen.includes(column)}
                onChange={(isOn) => onToggle(column, isOn)}
                label={columnTitle(column)}
                hint={hints[column]}
              />
            ),
          )}
        </fieldset>
      ))}
    </div>
  );
}

/** How many columns they are; counted once they are asked for. */
function useCharacteristicsNote(selection: CardSelection, isChosen: boolean): string {
  const { data, isLoading } = useQuery({
    ...cardExportQueries.characteristicCount(selection),
    enabled: isChosen,
  });
  if (isLoading) return 'Считаем столбцы…';
  if (!isChosen || !data) return `По столбцу на каждую, не больше ${MAX_CHARACTERISTIC_COLUMNS}`;
  if (data.count === 0) return 'У выбранных карточек их нет';
  if (data.count > MAX_CHARACTERISTIC_COLUMNS) {
    return `${MAX_CHARACTERISTIC_COLUMNS} самых частых из ${formatInteger(data.count)}: больше в файл не войдёт`;
  }
  return countOf(data.count, ['столбец', 'столбца', 'столбцов']);
}

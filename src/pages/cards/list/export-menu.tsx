import { downloadCards } from '#api/card-export.ts';
import type { CardSelection } from '#contract/card-operations.ts';
import { exportFormats, type ExportFormat } from '#contract/fields.ts';
import { downloads } from '#parts/downloads/downloads.ts';
import { BarButton } from '#ui/floating-bar.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';

const FORMATS: Record<ExportFormat, string> = { xlsx: 'Таблица XLSX', csv: 'Файл CSV' };

interface ExportMenuProps {
  selection: CardSelection;
  disabledReason: string | null;
}

/** The chosen cards as a table. The choice stays: a file takes nothing from it. */
export function ExportMenu({ selection, disabledReason }: ExportMenuProps) {
  return (
    <Menu side="above" trigger={(props) => <BarButton {...props}>Скачать</BarButton>}>
      {exportFormats.map((format) => (
        <MenuItem
          key={format}
          disabledReason={disabledReason}
          onSelect={() => downloads.start((hooks) => downloadCards({ selection, format }, hooks))}
        >
          {FORMATS[format]}
        </MenuItem>
      ))}
    </Menu>
  );
}

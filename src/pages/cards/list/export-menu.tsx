import { exportFormats, type ExportFormat } from '#contract/fields.ts';
import { BarButton } from '#ui/floating-bar.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';

const FORMATS: Record<ExportFormat, string> = { xlsx: 'Таблица XLSX', csv: 'Файл CSV' };

interface ExportMenuProps {
  onChoose: (format: ExportFormat) => void;
  isBeginning: boolean;
  disabledReason: string | null;
}

/** The chosen cards as a table. The choice stays: a file takes nothing from it. */
export function ExportMenu({ onChoose, isBeginning, disabledReason }: ExportMenuProps) {
  return (
    <Menu
      side="above"
      trigger={(props) => (
        <BarButton {...props} loading={isBeginning}>
          Скачать
        </BarButton>
      )}
    >
      {exportFormats.map((format) => (
        <MenuItem key={format} disabledReason={disabledReason} onSelect={() => onChoose(format)}>
          {FORMATS[format]}
        </MenuItem>
      ))}
    </Menu>
  );
}

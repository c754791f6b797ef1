import type { ExportFormat } from '#contract/fields.ts';
import { FormatItems } from '#parts/exports/format-items.tsx';
import { BarButton } from '#ui/floating-bar.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';

interface ExportMenuProps {
  onChoose: (format: ExportFormat) => void;
  onChooseColumns: () => void;
  isBeginning: boolean;
  disabledReason: string | null;
}

/** The chosen cards as a table. The choice stays: a file takes nothing from it. */
export function ExportMenu({ onChoose, onChooseColumns, isBeginning, disabledReason }: ExportMenuProps) {
  return (
    <Menu
      side="above"
      trigger={(props) => (
        <BarButton {...props} loading={isBeginning}>
          Скачать
        </BarButton>
      )}
    >
      <FormatItems onChoose={onChoose} disabledReason={disabledReason} />
      <MenuItem disabledReason={disabledReason} onSelect={onChooseColumns}>
        Выбрать столбцы…
      </MenuItem>
    </Menu>
  );
}

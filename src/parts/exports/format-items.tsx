import { exportFormats, type ExportFormat } from '#contract/fields.ts';
import { MenuItem } from '#ui/menu.tsx';
import { FORMAT_NAMES } from './format-names.ts';

interface FormatItemsProps {
  onChoose: (format: ExportFormat) => void;
  disabledReason: string | null;
}

/** What «Скачать» asks, wherever it stands. */
export function FormatItems({ onChoose, disabledReason }: FormatItemsProps) {
  return exportFormats.map((format) => (
    <MenuItem key={format} disabledReason={disabledReason} onSelect={() => onChoose(format)}>
      {FORMAT_NAMES[format]}
    </MenuItem>
  ));
}

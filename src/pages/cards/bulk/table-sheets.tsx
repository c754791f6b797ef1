import { SheetChoice } from '#parts/sheet-choice.tsx';
import { cellsOfLines, usableTable, type TableFrom } from './workbook-table.ts';

interface TableSheetsProps {
  from: TableFrom;
  onChange: (from: TableFrom) => void;
}

export function TableSheets({ from: { workbook }, onChange }: TableSheetsProps) {
  if (!workbook) return null;
  const { file, sheets } = workbook;
  return (
    <SheetChoice
      file={file}
      sheets={sheets}
      sheet={workbook.sheet}
      className="mb-3 max-w-80"
      onRead={(sheet, response) => {
        const usable = usableTable(cellsOfLines(response));
        if ('problem' in usable) return usable.problem;
        onChange({ table: usable.table, workbook: { file, sheets, sheet } });
        return null;
      }}
    />
  );
}

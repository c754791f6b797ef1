import type { ChartPoint } from './chart-paths.ts';
import { Cell, DataTable, HeadCell, Row } from './data-table.tsx';

interface ChartTableProps {
  label: string;
  pointName: string;
  points: readonly ChartPoint[];
  currentName: string;
  previousName: string | undefined;
  formatValue: (value: number) => string;
}

/** The numbers of a chart, for those who read better than they look. */
export function ChartTable({
  label,
  pointName,
  points,
  currentName,
  previousName,
  formatValue,
}: ChartTableProps) {
  const text = (value: number | null | undefined) =>
    value === null || value === undefined ? '—' : formatValue(value);
  return (
    <DataTable label={label} scroll="inside" frameClassName="max-h-80">
      <thead>
        <tr>
          <HeadCell>{pointName}</HeadCell>
          <HeadCell align="end">{currentName}</HeadCell>
          {previousName ? <HeadCell align="end">{previousName}</HeadCell> : null}
        </tr>
      </thead>
      <tbody>
        {points.map((point, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- days of different months may share a label
          <Row key={index}>
            <Cell>{point.title ?? point.label}</Cell>
            <Cell align="end">{text(point.current)}</Cell>
            {previousName ? <Cell align="end">{text(point.previous)}</Cell> : null}
          </Row>
        ))}
      </tbody>
    </DataTable>
  );
}

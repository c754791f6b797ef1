import type { Column, TableCell } from '#contract/table-columns.ts';
import { percentOf } from '#parts/exports/percent-of.ts';
import type { Measure } from './profit-measures.ts';

export interface MeasureRow {
  label: string;
  formula: string;
  kind: Measure['kind'];
  /** Kopecks, or a share of one; null: it cannot be told. */
  value: number | null;
  isPreliminary: boolean;
  /** Money as a share of what it was, a share as the difference of both. */
  change: number | null;
}

/** Of «Показатели»: roubles and per cent stand under each other, so each line says which it is. */
export const measureColumns: Column<MeasureRow>[] = [
  { title: 'Показатель', width: 26, value: (row) => row.label },
  { title: 'Значение', width: 14, value: valueCell },
  { title: 'Единица', width: 10, value: ({ kind }) => (kind === 'MONEY' ? '₽' : '%') },
  { title: 'Предварительно', width: 16, value: (row) => (row.isPreliminary ? 'да' : 'нет') },
  { title: 'Изменение', width: 12, value: ({ change }) => percentOf(change) },
  { title: 'Единица изменения', width: 18, value: ({ kind }) => (kind === 'MONEY' ? '%' : 'п. п.') },
  { title: 'Как посчитано', width: 44, value: (row) => row.formula },
];

function valueCell({ kind, value }: MeasureRow): TableCell {
  if (kind === 'SHARE' || value === null) return percentOf(value);
  return { kopecks: Math.round(value) };
}

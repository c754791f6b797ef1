import type { ExportFormat } from '#contract/fields.ts';

export const FORMAT_NAMES: Record<ExportFormat, string> = { xlsx: 'Таблица XLSX', csv: 'Файл CSV' };

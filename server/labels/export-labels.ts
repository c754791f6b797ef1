import { Readable } from 'node:stream';
import { MAX_LABELS, type LabelsInput } from '#contract/labels.ts';
import { resolveSelection } from '#server/cards/selection.ts';
import type { Db } from '#server/db/database.ts';
import { badRequest } from '#server/errors/http-error.ts';
import { countLabels } from './count-labels.ts';
import { drawLabel } from './draw-label.ts';
import { labelSheets } from './formats.ts';
import { labelPdf, type PrintedLabel } from './label-pdf.ts';
import { readLabels } from './read-labels.ts';

/**
 * The labels as a file that is made while it is sent. Throws, before its first byte, as {@link resolveSelection} does, and
 * where there are no labels or more than a file may have.
 */
export async function exportLabels(
  db: Db,
  accountId: number,
  input: LabelsInput,
): Promise<{ fileName: string; file: Readable }> {
  const cardIds = await resolveSelection(db, accountId, input.selection);
  const { settings } = input;
  const count = await countLabels(readLabels(db, accountId, cardIds, input), settings);
  if (count.isTooMany) throw badRequest(TOO_MANY);
  if (count.labelCount === 0) throw badRequest(count.withoutStockCount > 0 ? NOTHING_IN_STOCK : NO_BARCODES);
  const labels = printedLabels(db, accountId, cardIds, input);
  return {
    fileName: 'Этикетки.pdf',
    file: Readable.from(labelPdf(labelSheets[settings.format], labels), { objectMode: false }),
  };
}

async function* printedLabels(
  db: Db,
  accountId: number,
  cardIds: readonly number[],
  input: LabelsInput,
): AsyncGenerator<PrintedLabel> {
  const { format, code } = input.settings;
  for await (const { labels } of readLabels(db, accountId, cardIds, input)) {
    for (const { label, copies } of labels) {
      if (copies > 0) yield { drawing: drawLabel(label, labelSheets[format], code), copies };
    }
  }
}

const TOO_MANY = `Этикеток больше ${new Intl.NumberFormat('ru-RU').format(MAX_LABELS)}: столько в один файл не поместится. Выберите меньше карточек`;
const NOTHING_IN_STOCK = 'У выбранных карточек нет остатка. Укажите число этикеток';
const NO_BARCODES = 'У выбранных карточек нет баркодов. Добавьте их в карточке';

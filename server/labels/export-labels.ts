import { Readable } from 'node:stream';
import { LABELS_PER_FILE, MAX_LABELS, type LabelsInput } from '#contract/labels.ts';
import { resolveSelection } from '#server/cards/selection.ts';
import type { Db } from '#server/db/database.ts';
import { badRequest } from '#server/errors/http-error.ts';
import { countLabels } from './count-labels.ts';
import { drawInThread } from './draw-in-thread.ts';
import { oneFile, type WantedLabel } from './label-files.ts';
import { readLabelCounts, readLabels } from './read-labels.ts';

/** So many are drawn sooner than a thread begins. */
const FEW_LABELS = 500;
const LABELS_AT_ONCE = 500;

export interface LabelsFile {
  fileName: string;
  contentType: 'application/pdf' | 'application/zip';
  file: Readable;
}

/**
 * The labels as a file that is made while it is sent. Throws, before its first byte, as {@link resolveSelection} does, and
 * where there are no labels or more than are made at once.
 */
export async function exportLabels(db: Db, accountId: number, input: LabelsInput): Promise<LabelsFile> {
  const cardIds = await resolveSelection(db, accountId, input.selection);
  const { settings } = input;
  const count = await countLabels(readLabelCounts(db, accountId, cardIds, input), input);
  if (count.isTooMany) throw badRequest(TOO_MANY);
  if (count.labelCount === 0) throw badRequest(whyNone(count));
  const labels = wantedLabels(db, accountId, cardIds, input);
  const isArchive = count.labelCount > LABELS_PER_FILE;
  return {
    fileName: isArchive ? 'Этикетки.zip' : 'Этикетки.pdf',
    contentType: isArchive ? 'application/zip' : 'application/pdf',
    file:
      count.labelCount <= FEW_LABELS
        ? Readable.from(oneFile(settings, labels), { objectMode: false })
        : drawInThread({ look: settings, isArchive }, inBatches(labels)),
  };
}

function whyNone({ withoutStockCount, leftOutCount }: Awaited<ReturnType<typeof countLabels>>): string {
  if (withoutStockCount > 0) return NOTHING_IN_STOCK;
  return leftOutCount > 0 ? ALL_LEFT_OUT : NO_BARCODES;
}

async function* wantedLabels(
  db: Db,
  accountId: number,
  cardIds: readonly number[],
  input: LabelsInput,
): AsyncGenerator<WantedLabel> {
  for await (const { labels } of readLabels(db, accountId, cardIds, input)) {
    for (const { label, copies } of labels) if (copies > 0) yield { label, copies };
  }
}

async function* inBatches(labels: AsyncGenerator<WantedLabel>): AsyncGenerator<readonly WantedLabel[]> {
  let batch: WantedLabel[] = [];
  for await (const one of labels) {
    batch.push(one);
    if (batch.length < LABELS_AT_ONCE) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

const TOO_MANY = `Этикеток больше ${new Intl.NumberFormat('ru-RU').format(MAX_LABELS)}: столько за один раз не сделать. Выберите меньше карточек`;
const NOTHING_IN_STOCK = 'У выбранных карточек нет остатка. Укажите число этикеток';
const ALL_LEFT_OUT = 'У всех выбранных стоит 0. Укажите число этикеток хотя бы у одной';
const NO_BARCODES = 'У выбранных карточек нет баркодов. Добавьте их в карточке';

import type { LabelDrawing, LabelsInput, LabelsPreview } from '#contract/labels.ts';
import { resolveSelection } from '#server/cards/selection.ts';
import type { Db } from '#server/db/database.ts';
import { countLabels } from './count-labels.ts';
import { drawLabel } from './draw-label.ts';
import { labelSheets, labelsPerPage, placeOnPage } from './formats.ts';
import { readLabels, type CardLabels } from './read-labels.ts';
import { takeTurns } from './take-turns.ts';

/** What a file of these labels would have, and its first page. Throws as {@link resolveSelection} does. */
export async function previewLabels(db: Db, accountId: number, input: LabelsInput): Promise<LabelsPreview> {
  const cardIds = await resolveSelection(db, accountId, input.selection);
  const firstPage: CardLabels['labels'] = [];
  const count = await countLabels(
    readLabels(db, accountId, cardIds, input),
    input.settings,
    (label) => firstPage.length < labelsPerPage(labelSheets[input.settings.format]) && firstPage.push(label),
  );
  return { cardCount: cardIds.length, ...count, page: await drawPage(firstPage, input.settings) };
}

async function drawPage(
  labels: CardLabels['labels'],
  { format, code }: LabelsInput['settings'],
): Promise<LabelsPreview['page']> {
  if (labels.length === 0) return null;
  const sheet = labelSheets[format];
  const others = takeTurns();
  const drawings: LabelDrawing[] = [];
  const places: { leftMm: number; topMm: number; drawing: number }[] = [];
  for (const { label, copies } of labels) {
    const room = labelsPerPage(sheet) - places.length;
    if (room === 0) break;
    await others();
    const drawing = drawings.push(drawLabel(label, sheet, code)) - 1;
    for (let copy = 0; copy < Math.min(copies, room); copy += 1) {
      places.push({ ...placeOnPage(sheet, places.length), drawing });
    }
  }
  const { widthMm, heightMm } = sheet.page;
  return { widthMm, heightMm, drawings, places };
}

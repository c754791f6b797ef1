import type { EndpointBody } from '#contract/endpoint.ts';
import type { LabelDrawing, LabelsInput, LabelsPreview, previewLabelsEndpoint } from '#contract/labels.ts';
import { resolveSelection } from '#server/cards/selection.ts';
import type { Db } from '#server/db/database.ts';
import { countLabels } from './count-labels.ts';
import { drawLabel } from './draw-label.ts';
import { labelSheets, labelsPerPage, placeOnPage } from './formats.ts';
import type { WantedLabel } from './label-files.ts';
import { readLabels, type CardLabels } from './read-labels.ts';
import { takeTurns } from './take-turns.ts';

/** What a file of these labels would have, and one of its pages. Throws as {@link resolveSelection} does. */
export async function previewLabels(
  db: Db,
  accountId: number,
  { pageNumber = 1, ...input }: EndpointBody<typeof previewLabelsEndpoint>,
): Promise<LabelsPreview> {
  const cardIds = await resolveSelection(db, accountId, input.selection);
  const cards = () => readLabels(db, accountId, cardIds, input);
  const count = await countLabels(cards(), input);
  const shown = { cardCount: cardIds.length, ...count };
  if (count.labelCount === 0) return { ...shown, page: null };
  const number = Math.min(pageNumber, count.pageCount);
  const labels = await labelsOfPage(cards(), number, labelsPerPage(labelSheets[input.settings.format]));
  return { ...shown, page: { number, ...(await drawPage(labels, input.settings)) } };
}

/** What stands on a page of the file, in its order; the first is 1. */
export async function labelsOfPage(
  cards: AsyncIterable<Pick<CardLabels, 'labels'>>,
  number: number,
  perPage: number,
): Promise<WantedLabel[]> {
  const found: WantedLabel[] = [];
  let before = (number - 1) * perPage;
  let room = perPage;
  for await (const { labels } of cards) {
    for (const { label, copies } of labels) {
      const passed = Math.min(before, copies);
      before -= passed;
      const taken = Math.min(copies - passed, room);
      room -= taken;
      if (taken > 0) found.push({ label, copies: taken });
    }
    if (room === 0) break;
  }
  return found;
}

async function drawPage(
  labels: readonly WantedLabel[],
  { format, code }: LabelsInput['settings'],
): Promise<Omit<NonNullable<LabelsPreview['page']>, 'number'>> {
  const sheet = labelSheets[format];
  const others = takeTurns();
  const drawings: LabelDrawing[] = [];
  const places: { leftMm: number; topMm: number; drawing: number }[] = [];
  for (const { label, copies } of labels) {
    await others();
    const drawing = drawings.push(drawLabel(label, sheet, code)) - 1;
    for (let copy = 0; copy < copies; copy += 1) {
      places.push({ ...placeOnPage(sheet, places.length), drawing });
    }
  }
  const { widthMm, heightMm } = sheet.page;
  return { widthMm, heightMm, drawings, places };
}

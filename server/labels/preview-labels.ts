import type { EndpointBody } from '#contract/endpoint.ts';
import type { LabelDrawing, LabelsInput, LabelsPreview, previewLabelsEndpoint } from '#contract/labels.ts';
import { resolveSelection } from '#server/cards/selection.ts';
import type { Db } from '#server/db/database.ts';
import { countLabels } from './count-labels.ts';
import { drawLabel } from './draw-label.ts';
import { labelSheets, labelsPerPage, placeOnPage } from './formats.ts';
import type { WantedLabel } from './label-files.ts';
import { readLabelCounts, readLabels, type CardCounts, type CardLabels } from './read-labels.ts';
import { takeTurns } from './take-turns.ts';

/** What a file of these labels would have, and one of its pages. Throws as {@link resolveSelection} does. */
export async function previewLabels(
  db: Db,
  accountId: number,
  { pageNumber = 1, ...input }: EndpointBody<typeof previewLabelsEndpoint>,
): Promise<LabelsPreview> {
  const cardIds = await resolveSelection(db, accountId, input.selection);
  const cards: CountedCard[] = [];
  const counts = remembered(readLabelCounts(db, accountId, cardIds, input), cards);
  const count = await countLabels(counts, input);
  const shown = { cardCount: cardIds.length, ...count };
  if (count.labelCount === 0) return { ...shown, page: null };
  const number = Math.min(pageNumber, count.pageCount);
  const onPage = cardsOfPage(cards, number, labelsPerPage(labelSheets[input.settings.format]));
  const labels = await labelsOf(readLabels(db, accountId, onPage.ids, input), onPage);
  return { ...shown, page: { number, ...(await drawPage(labels, input.settings)) } };
}

interface CountedCard {
  id: number;
  labelCount: number;
}

async function* remembered(
  counts: AsyncIterable<CardCounts>,
  cards: CountedCard[],
): AsyncGenerator<CardCounts> {
  for await (const one of counts) {
    cards.push({ id: one.id, labelCount: one.labels.reduce((sum, { copies }) => sum + copies, 0) });
    yield one;
  }
}

interface PageCards {
  ids: number[];
  /** Labels of the first card that stand on the page before. */
  before: number;
  /** Labels on a page. */
  room: number;
}

/** Whose labels stand on a page of the file; the first is 1. */
export function cardsOfPage(cards: readonly CountedCard[], number: number, room: number): PageCards {
  const firstLabel = (number - 1) * room;
  const ids: number[] = [];
  let passed = 0;
  let before = 0;
  for (const { id, labelCount } of cards) {
    if (passed >= firstLabel + room) break;
    if (labelCount > 0 && passed + labelCount > firstLabel) {
      if (ids.length === 0) before = firstLabel - passed;
      ids.push(id);
    }
    passed += labelCount;
  }
  return { ids, before, room };
}

/** The labels of a page, in the order of the file. */
export async function labelsOf(
  cards: AsyncIterable<Pick<CardLabels, 'labels'>>,
  { before, room }: Omit<PageCards, 'ids'>,
): Promise<WantedLabel[]> {
  const found: WantedLabel[] = [];
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

import { HttpResponse, type HttpHandler } from 'msw';
import {
  exportLabelsEndpoint,
  previewLabelsEndpoint,
  type LabelsInput,
  type LabelsPreview,
} from '#contract/labels.ts';
import { mock } from './mock-endpoint.ts';

const DRAWING = {
  widthMm: 58,
  heightMm: 40,
  bars: [[10, 20, 0.375, 14] as [number, number, number, number]],
  lines: [{ text: 'Кружка керамическая 1', leftMm: 2, baselineMm: 5, sizeMm: 3.5, widthMm: 40 }],
};

/** Of one card with one barcode. */
export const mockLabelsPreview: LabelsPreview = {
  cardCount: 1,
  labelCount: 1,
  isTooMany: false,
  pageCount: 1,
  withoutBarcodeCount: 0,
  withoutStockCount: 0,
  asCode128Count: 0,
  asQrCount: 0,
  page: { widthMm: 58, heightMm: 40, drawings: [DRAWING], places: [{ leftMm: 0, topMm: 0, drawing: 0 }] },
};

/** A server whose chosen cards have one barcode each; `asked` remembers what it was asked for. */
export function labelHandlers(
  changes: Partial<LabelsPreview> = {},
  asked: { previews: LabelsInput[]; files: LabelsInput[] } = { previews: [], files: [] },
): HttpHandler[] {
  return [
    mock(previewLabelsEndpoint, ({ body }) => {
      asked.previews.push(body);
      const cardCount = body.selection.expectedCount ?? 1;
      const copies = body.settings.count.kind === 'EACH' ? body.settings.count.copies : 10;
      const labelCount = cardCount * copies;
      return { ...mockLabelsPreview, cardCount, labelCount, pageCount: labelCount, ...changes };
    }),
    mock(exportLabelsEndpoint, ({ body }) => {
      asked.files.push(body);
      return new HttpResponse('%PDF-1.7', {
        headers: {
          'content-type': 'application/pdf',
          'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent('Этикетки.pdf')}`,
        },
      });
    }),
  ];
}

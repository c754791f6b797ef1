import { HttpResponse, type HttpHandler } from 'msw';
import {
  exportLabelsEndpoint,
  listLabelsEndpoint,
  previewLabelsEndpoint,
  type LabelsInput,
  type LabelRow,
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
  leftOutCount: 0,
  unknownBarcodes: [],
  asCode128Count: 0,
  asQrCount: 0,
  page: {
    number: 1,
    widthMm: 58,
    heightMm: 40,
    drawings: [DRAWING],
    places: [{ leftMm: 0, topMm: 0, drawing: 0 }],
  },
};

export const mockLabelRows: LabelRow[] = [
  { cardId: 1, title: 'Платье', vendorCode: 'ПЛ-1', size: 'S (42)', barcode: '2039485716203', stock: 3 },
  { cardId: 1, title: 'Платье', vendorCode: 'ПЛ-1', size: 'M', barcode: '2039485716210', stock: 0 },
  { cardId: 2, title: 'Кружка', vendorCode: 'КР-1', size: '', barcode: '2039485716227', stock: 7 },
];

/** A server whose chosen cards have one barcode each; `asked` remembers what it was asked for. */
export function labelHandlers(
  changes: Partial<LabelsPreview> = {},
  asked: { previews: LabelsInput[]; files: LabelsInput[] } = { previews: [], files: [] },
): HttpHandler[] {
  return [
    mock(previewLabelsEndpoint, ({ body }) => {
      if (body.pageNumber === undefined) asked.previews.push(body);
      const cardCount = body.selection.expectedCount ?? 1;
      const copies = body.settings.count.kind === 'EACH' ? body.settings.count.copies : 10;
      const labelCount = cardCount * copies;
      const page = mockLabelsPreview.page && { ...mockLabelsPreview.page, number: body.pageNumber ?? 1 };
      return { ...mockLabelsPreview, cardCount, labelCount, pageCount: labelCount, page, ...changes };
    }),
    mock(listLabelsEndpoint, ({ body: { search = '' } }) => ({
      rows: mockLabelRows.filter(({ title }) => title.includes(search)),
      nextAfterId: null,
    })),
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

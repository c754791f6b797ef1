import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { previewLabelsEndpoint, type LabelsInput, type LabelsPreview } from '#contract/labels.ts';
import { connectivity } from '#offline/connection/connectivity.ts';
import { downloads } from '#parts/downloads/downloads.ts';
import { labelHandlers } from '#tests/mocks/labels.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { LabelsDialog } from './labels-dialog.tsx';

const saved: string[] = [];
let asked: { previews: LabelsInput[]; files: LabelsInput[] };

beforeEach(() => {
  saved.length = 0;
  asked = { previews: [], files: [] };
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  URL.createObjectURL = () => 'blob:x';
  URL.revokeObjectURL = () => undefined;
});
afterEach(() => {
  for (const { id } of downloads.getSnapshot()) downloads.cancel(id);
});

const SIZES = [
  { techSize: 'S', wbSize: '42', skus: ['2039485716203'] },
  { techSize: 'M', wbSize: '44', skus: ['2039485716210'] },
];

function open(changes: Partial<LabelsPreview> = {}, props: Partial<Parameters<typeof LabelsDialog>[0]> = {}) {
  mockServer.use(...labelHandlers(changes, asked));
  const onClose = vi.fn<() => void>();
  const { user } = renderPage(
    <LabelsDialog selection={{ filter: {}, expectedCount: 12 }} onClose={onClose} {...props} />,
  );
  return { user, onClose };
}

const downloadButton = () => screen.getByRole('button', { name: /^Скачать (?:PDF|ZIP)$/ });

describe('the dialog of labels', () => {
  it('says how many there will be and shows the first page, then makes exactly what was seen', async () => {
    const { user, onClose } = open();
    expect(await screen.findByText('12 этикеток, 12 карточек')).toBeVisible();
    expect(screen.getByRole('img', { name: /^Первая страница файла: Кружка керамическая 1/ })).toBeVisible();
    const copies = screen.getByRole('textbox', { name: 'Этикеток на баркод' });
    await user.clear(copies);
    await user.type(copies, '5');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Бумага' }), 'Лента 43 × 25 мм');
    await user.click(screen.getByRole('checkbox', { name: 'Цвет' }));
    await user.click(screen.getByRole('radio', { name: 'EAN-13' }));
    expect(await screen.findByText('60 этикеток, 12 карточек')).toBeVisible();
    await waitFor(() => expect(downloadButton()).not.toHaveAttribute('aria-disabled'));
    await user.click(downloadButton());
    await waitFor(() => expect(saved).toEqual(['Этикетки.pdf']));
    expect(onClose).toHaveBeenCalledOnce();
    expect(asked.files).toEqual([asked.previews.at(-1)]);
    expect(asked.files[0]).toEqual({
      selection: { filter: {}, expectedCount: 12 },
      settings: {
        format: 'ROLL_43_25',
        code: 'EAN_13',
        fields: ['TITLE', 'VENDOR_CODE', 'SIZE'],
        shopId: null,
        count: { kind: 'EACH', copies: 5 },
      },
    });
  });

  it('tells what has no label and which code is not the one that was wished for', async () => {
    open({
      labelCount: 64,
      pageCount: 3,
      withoutBarcodeCount: 3,
      withoutStockCount: 1,
      asCode128Count: 2,
      asQrCount: 21,
    });
    expect(await screen.findByText('64 этикетки, 8 карточек, 3 листа')).toBeVisible();
    expect(screen.getByText('У 3 карточек нет баркода')).toBeVisible();
    expect(screen.getByText('У 1 карточки нет остатка')).toBeVisible();
    expect(screen.getByText('2 баркода не EAN-13: там будет Code 128')).toBeVisible();
    expect(screen.getByText('21 баркод не для Code 128: там будет QR')).toBeVisible();
  });

  it('says that many labels come as several files in an archive', async () => {
    open({ cardCount: 100_000, labelCount: 100_000, pageCount: 100_000, withoutBarcodeCount: 0 });
    expect(
      await screen.findByText(/^100.000 этикеток, 100.000 карточек\. 5 файлов PDF в одном архиве$/),
    ).toBeVisible();
    expect(screen.getByRole('button', { name: 'Скачать ZIP' })).toBeEnabled();
  });

  it.each([
    [{ isTooMany: true, labelCount: 200_500 }, /не больше 200.000 этикеток/],
    [{ labelCount: 0, page: null, withoutBarcodeCount: 12 }, /Баркодов нет/],
    [{ labelCount: 0, page: null, withoutStockCount: 12 }, /Остатка нет: укажите число/],
  ])('makes no file where there would be none: %j', async (changes, reason) => {
    const { user } = open(changes);
    expect((await screen.findAllByText(reason)).length).toBeGreaterThan(0);
    await user.click(downloadButton());
    expect(asked.files).toEqual([]);
  });

  it('asks for nothing while the number of copies is none', async () => {
    const { user } = open();
    await screen.findByText('12 этикеток, 12 карточек');
    const before = asked.previews.length;
    await user.clear(screen.getByRole('textbox', { name: 'Этикеток на баркод' }));
    expect(downloadButton()).toHaveAttribute('aria-disabled', 'true');
    await user.click(downloadButton());
    fireEvent.submit(document.querySelector('form') ?? document.body);
    expect([asked.previews.length, asked.files.length]).toEqual([before, 0]);
    expect(downloads.getSnapshot()).toEqual([]);
  });

  it('says what has become of the choice, and does not ask again for what would be answered the same', async () => {
    const { user } = open();
    mockServer.use(
      mock(previewLabelsEndpoint, () => mockError(409, { code: 'selection_changed', detail: ['Стало 13'] })),
    );
    await user.click(screen.getByRole('radio', { name: 'QR' }));
    expect(await screen.findByText('Стало 13')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Повторить' })).toBeNull();
  });

  it('shows nothing of before without a connection, and says why', async () => {
    open();
    await screen.findByText('12 этикеток, 12 карточек');
    act(() => {
      connectivity.report({ kind: 'failed', method: 'GET', latencyMs: 0 });
      connectivity.report({ kind: 'portal', method: 'GET', latencyMs: 0 });
    });
    expect(await screen.findByText('Этикетки делает сервер: нужна связь.')).toBeVisible();
    expect(screen.queryByRole('img', { name: /^Первая страница/ })).toBeNull();
    expect(downloadButton()).toHaveAttribute('aria-disabled', 'true');
    act(() => connectivity.report({ kind: 'answered', method: 'GET', latencyMs: 1 }));
    expect(await screen.findByText('12 этикеток, 12 карточек')).toBeVisible();
  });

  it('of one card makes labels of the sizes that are wanted', async () => {
    const { user } = open({}, { selection: { ids: [1] }, sizes: SIZES });
    await user.click(await screen.findByRole('checkbox', { name: 'S · 2039485716203' }));
    await waitFor(() => expect(asked.previews.at(-1)?.barcodes).toEqual(['2039485716210']));
    await user.click(screen.getByRole('checkbox', { name: 'M · 2039485716210' }));
    await user.click(downloadButton());
    expect(asked.files).toEqual([]);
    expect(within(screen.getByRole('dialog')).getByText('Размеры')).toBeVisible();
  });
});

it('the settings are there the next time on this device', async () => {
  const { user } = open();
  await user.click(screen.getByRole('radio', { name: 'QR' }));
  await waitFor(() => expect(downloadButton()).not.toHaveAttribute('aria-disabled'));
  await user.click(downloadButton());
  await waitFor(() => expect(asked.files).toHaveLength(1));
  open();
  expect((await screen.findAllByRole('radio', { name: 'QR' })).at(-1)).toBeChecked();
});

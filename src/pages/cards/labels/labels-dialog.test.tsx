import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  listLabelsEndpoint,
  previewLabelsEndpoint,
  type LabelsInput,
  type LabelsPreview,
} from '#contract/labels.ts';
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
    [{ labelCount: 0, page: null, leftOutCount: 12 }, /У всех стоит 0: укажите число/],
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

  it('turns the pages of the file, and begins at the first again of other labels', async () => {
    const { user } = open();
    await screen.findByText('12 этикеток, 12 карточек');
    expect(screen.getByRole('button', { name: /^Предыдущая страница/ })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await user.click(screen.getByRole('button', { name: 'Следующая страница' }));
    expect(await screen.findByRole('img', { name: /^Страница 2 файла/ })).toBeVisible();
    const number = screen.getByRole('textbox', { name: 'Страница из 12' });
    expect(number).toHaveValue('2');
    await user.clear(number);
    await user.type(number, '12{Enter}');
    expect(await screen.findByRole('img', { name: /^Страница 12 файла/ })).toBeVisible();
    expect(screen.getByRole('button', { name: /^Следующая страница/ })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    expect(downloadButton()).toBeEnabled();
    expect([asked.previews.length, asked.files.length]).toEqual([1, 0]);
    await user.click(screen.getByRole('radio', { name: 'QR' }));
    expect(await screen.findByRole('img', { name: /^Первая страница файла/ })).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Страница из 12' })).toHaveValue('1');
  });

  it('of one page has none to turn', async () => {
    open({ labelCount: 1, pageCount: 1 });
    await screen.findByText('1 этикетка, 12 карточек');
    expect(screen.queryByRole('group', { name: 'Страницы файла' })).toBeNull();
  });
});

describe('an own number of labels', () => {
  const S = 'Этикеток: Платье, S (42), 2039485716203';
  const M = 'Этикеток: Платье, M, 2039485716210';
  const CUP = 'Этикеток: Кружка, 2039485716227';
  const field = (name: string) => screen.getByRole('textbox', { name });
  const paste = (name: string, text: string) =>
    fireEvent.paste(field(name), { clipboardData: { getData: () => text } });
  const openList = async () => {
    const opened = open();
    await opened.user.click(await screen.findByRole('button', { name: 'Указать по карточкам' }));
    await screen.findByRole('textbox', { name: S });
    return opened;
  };
  const askedOf = () => asked.previews.at(-1)?.ownCounts ?? [];

  it('is set for single barcodes, the others are as before', async () => {
    const { user } = await openList();
    expect(field(S)).toHaveAttribute('placeholder', '1');
    await user.type(field(S), '12{Enter}');
    expect(field(M)).toHaveFocus();
    // Nobody downloads what he has not seen the number of.
    fireEvent.change(field(M), { target: { value: '0' } });
    expect(downloadButton()).toHaveAttribute('aria-disabled', 'true');
    await waitFor(() =>
      expect(askedOf()).toEqual([
        { barcode: '2039485716203', copies: 12 },
        { barcode: '2039485716210', copies: 0 },
      ]),
    );
    expect(screen.getByText('Своё число у 2 баркодов')).toBeVisible();
    await waitFor(() => expect(downloadButton()).not.toHaveAttribute('aria-disabled'));
    await user.click(downloadButton());
    await waitFor(() => expect(asked.files).toEqual([asked.previews.at(-1)]));
  });

  it('is that of the others again when the field is emptied, and all are when they are reset', async () => {
    const { user } = await openList();
    await user.type(field(S), '12');
    await user.type(field(CUP), '3');
    await user.clear(field(S));
    await waitFor(() => expect(askedOf()).toEqual([{ barcode: '2039485716227', copies: 3 }]));
    await user.click(screen.getByRole('button', { name: 'Сбросить' }));
    await waitFor(() => expect(asked.previews.at(-1)).not.toHaveProperty('ownCounts'));
    expect(field(CUP)).toHaveValue('');
  });

  it('shows what a barcode gets by stock', async () => {
    const { user } = await openList();
    await user.click(screen.getByRole('radio', { name: 'По остатку' }));
    await waitFor(() => expect(field(CUP)).toHaveAttribute('placeholder', '7'));
  });

  it('that nobody can print is refused, and the file is not made', async () => {
    const { user } = await openList();
    await user.type(field(S), '1001');
    expect(downloadButton()).toHaveAccessibleDescription('Своё число этикеток — от 0 до 1000');
    expect(askedOf()).toEqual([]);
  });

  it('comes from a pasted column, from the field down, gaps left as they are', async () => {
    await openList();
    paste(M, 'Кол-во\n5\n\n4\n');
    expect(field(M)).toHaveValue('5');
    expect(field(CUP)).toHaveValue('');
    expect(screen.getByText(/^Вставлено: 1.число\. Остальным не хватило строк/)).toBeVisible();
    paste(S, '1\nмного\n-3');
    expect([field(S), field(M), field(CUP)].map((one) => (one as HTMLInputElement).value)).toEqual([
      '1',
      '5',
      '',
    ]);
    expect(screen.getByText(/Не число от 0 до 1000: 2.ячейки/)).toBeVisible();
  });

  it('comes from a supply’s table: barcodes and how many, whatever the order, told where none of the cards has one', async () => {
    const { user } = open({ unknownBarcodes: ['4600000000000'] });
    await user.click(await screen.findByRole('button', { name: 'Указать по карточкам' }));
    await screen.findByRole('textbox', { name: S });
    paste(S, 'баркод товара\tколичество\n2039485716227\t12\n4600000000000\t3\n2039485716203\t0\n');
    await waitFor(() =>
      expect(askedOf()).toEqual([
        { barcode: '2039485716227', copies: 12 },
        { barcode: '4600000000000', copies: 3 },
        { barcode: '2039485716203', copies: 0 },
      ]),
    );
    expect(field(CUP)).toHaveValue('12');
    expect(await screen.findByText('Среди выбранных нет: 4600000000000')).toBeVisible();
  });

  it('may be all there is: 0 for the others', async () => {
    const { user } = await openList();
    const copies = field('Этикеток на баркод');
    await user.clear(copies);
    await user.type(copies, '0');
    expect(screen.getByText('Только у баркодов, которым указано своё число.')).toBeVisible();
    await waitFor(() => expect(asked.previews.at(-1)?.settings.count).toEqual({ kind: 'EACH', copies: 0 }));
  });

  it('of one card with several barcodes is there at once', async () => {
    open({}, { selection: { ids: [1] }, isListOpenAtFirst: true });
    expect(await screen.findByRole('textbox', { name: S })).toBeVisible();
    expect(screen.queryByRole('searchbox')).toBeNull();
  });

  it('that could not be listed says so, with a way to try again', async () => {
    const { user } = open();
    mockServer.use(mock(listLabelsEndpoint, () => mockError(400, { detail: ['Нельзя'] })));
    await user.click(await screen.findByRole('button', { name: 'Указать по карточкам' }));
    expect(await screen.findByRole('button', { name: 'Повторить' })).toBeVisible();
    expect(screen.queryByText('Баркодов нет.')).toBeNull();
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

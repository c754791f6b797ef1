import * as fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { downloadFileName, downloadTypeOf, saveResponse, UnsupportedDownloadError } from './download.ts';

describe('file names', () => {
  it.each([
    ['attachment; filename="errors.xlsx"', 'errors.xlsx'],
    [
      'attachment; filename="x.xlsx"; filename*=UTF-8\'\'%D0%9E%D1%88%D0%B8%D0%B1%D0%BA%D0%B8.xlsx',
      'Ошибки.xlsx',
    ],
    ['attachment; filename=plain.XLSX', 'plain.xlsx'],
    ['attachment; filename="a \\"b\\".xlsx"', 'a _b_.xlsx'],
    ['attachment; filename="../../etc/passwd"', 'etc_passwd.xlsx'],
    ['attachment; filename="gnp\u202excod.exe"', 'gnpxcod.exe.xlsx'],
    ['attachment; filename="CON.xlsx"', '_CON.xlsx'],
    ['attachment; filename*=UTF-8\'\'%E0%A4%A; filename="spare.xlsx"', 'spare.xlsx'],
    ['attachment', 'Скачанный файл.xlsx'],
    ['attachment; filename=".xlsx"', 'Скачанный файл.xlsx'],
    [null, 'Скачанный файл.xlsx'],
  ])('%s is saved as %s', (header, name) => {
    expect(downloadFileName(header, 'xlsx')).toBe(name);
  });

  it('are safe whatever the header says', () => {
    const forbidden = new Set('/\\:*?"<>|\u0000\r\n\u202e');
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const name = downloadFileName(`attachment; filename*=UTF-8''${encodeURIComponent(text)}`, 'csv');
        const isSafe =
          name.endsWith('.csv') && !/^[.\s]/.test(name) && !Array.from(name).some((c) => forbidden.has(c));
        expect(isSafe, name).toBe(true);
      }),
    );
  });
});

it('knows the types that may be saved', () => {
  expect(downloadTypeOf('application/pdf')).toBe('pdf');
  expect(downloadTypeOf('Text/CSV; charset=utf-8')).toBe('csv');
  expect(downloadTypeOf('text/html')).toBeNull();
  expect(downloadTypeOf(null)).toBeNull();
});

describe('saving an answer', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('saves under the name of the header and reports the bytes', async () => {
    const saved: { name: string; href: string }[] = [];
    const createObjectURL = vi.fn((_blob: Blob) => 'blob:x');
    class SavingUrl extends URL {
      static override createObjectURL = createObjectURL;
    }
    vi.stubGlobal('URL', SavingUrl);
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      saved.push({ name: this.download, href: this.href });
    });
    const response = new Response('a;b', {
      headers: {
        'content-type': 'text/csv',
        'content-disposition': 'attachment; filename="cards.csv"',
        'content-length': '3',
      },
    });
    const progress: [number, number | null][] = [];

    expect(await saveResponse(response, (received, total) => progress.push([received, total]))).toBe(
      'cards.csv',
    );
    expect(saved).toEqual([{ name: 'cards.csv', href: 'blob:x' }]);
    expect(progress.at(-1)).toEqual([3, 3]);
    expect(createObjectURL.mock.calls[0]?.[0].size).toBe(3);
  });

  it('refuses a type that is not on the list', async () => {
    const response = new Response('<html>', { headers: { 'content-type': 'text/html' } });
    await expect(saveResponse(response)).rejects.toThrow(UnsupportedDownloadError);
  });
});

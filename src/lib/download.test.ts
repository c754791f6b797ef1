import * as fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { downloadFileName, downloadTypeOf, readDownload, type DownloadProgress } from './download.ts';
import { saveFile } from './save-file.ts';

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

describe('reading an answer', () => {
  const csv = (body: BodyInit, headers: Record<string, string> = {}) =>
    new Response(body, {
      headers: {
        'content-type': 'text/csv',
        'content-disposition': 'attachment; filename="cards.csv"',
        ...headers,
      },
    });

  it('gives the file with its name, and tells the bytes as they come', async () => {
    const progress: DownloadProgress[] = [];
    const file = await readDownload(csv('a;b', { 'content-length': '3' }), (one) => progress.push(one));
    expect(file?.fileName).toBe('cards.csv');
    expect(await file?.blob.text()).toBe('a;b');
    expect(file?.blob.type).toBe('text/csv');
    expect(progress[0]).toEqual({ fileName: 'cards.csv', receivedBytes: 0, totalBytes: 3 });
    expect(progress.at(-1)).toEqual({ fileName: 'cards.csv', receivedBytes: 3, totalBytes: 3 });
  });

  it('never gives half a file', async () => {
    await expect(readDownload(csv('a;', { 'content-length': '4' }), () => undefined)).rejects.toThrow('cut');
  });

  it('believes no length of a compressed body', async () => {
    const response = csv('a;b', { 'content-length': '2', 'content-encoding': 'gzip' });
    expect(await readDownload(response, () => undefined)).not.toBeNull();
  });

  it('refuses a type that is not on the list', async () => {
    const response = new Response('<html>', { headers: { 'content-type': 'text/html' } });
    expect(await readDownload(response, () => undefined)).toBeNull();
  });
});

describe('saving a file', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('hands it to the browser under its name', () => {
    const saved: { name: string; href: string }[] = [];
    class SavingUrl extends URL {
      static override createObjectURL = () => 'blob:x';
    }
    vi.stubGlobal('URL', SavingUrl);
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      saved.push({ name: this.download, href: this.href });
    });
    saveFile(new Blob(['a;b']), 'cards.csv');
    expect(saved).toEqual([{ name: 'cards.csv', href: 'blob:x' }]);
  });
});

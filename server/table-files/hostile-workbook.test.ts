import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { strFromU8, strToU8, zipSync, type Zippable } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textCell, workbook, workbookParts } from '#tests/support/table-files/workbook.ts';
import { readTable } from './read-table.ts';

const LIMITS = { rows: 1000, columns: 50, cellLength: 300 };
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const SECRET = 'секрет этой машины';

/** Whatever a workbook names outside of itself: a file of this machine, and a server that counts who came. */
let folder: string;
let secretFile: string;
let visits = 0;
const bait = createServer((_request, response) => {
  visits += 1;
  response.end('<!ENTITY own "из сети">');
});
let baitUrl: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prilavok-workbook-'));
  await writeFile(join(folder, 'secret.txt'), SECRET);
  secretFile = pathToFileURL(join(folder, 'secret.txt')).href;
  await new Promise<void>((listening) => bait.listen(0, '127.0.0.1', listening));
  baitUrl = `http://127.0.0.1:${(bait.address() as AddressInfo).port}/part.xml`; // it listens on TCP
});
afterAll(async () => {
  bait.close();
  await rm(folder, { recursive: true });
  expect(visits).toBe(0);
});

async function read(bytes: Uint8Array) {
  const { sheets, batches } = await readTable(bytes, { limits: LIMITS });
  const lines: { line: number; cells: string[] }[] = [];
  for await (const batch of batches) lines.push(...batch);
  return { sheets, lines };
}

const cellsOf = async (bytes: Uint8Array) => (await read(bytes)).lines.map(({ cells }) => cells);
const textOf = (parts: Zippable, name: string) => strFromU8(parts[name] as Uint8Array); // every part of the fixture is bytes
const row = (line: number, ...cells: string[]) => `<row r="${line}">${cells.join('')}</row>`;
const numberCell = (place: string, value: number) => `<c r="${place}"><v>${value}</v></c>`;

it('merged cells have their value in the first and nothing in the others; what is beside them stays in its column', async () => {
  const rows = [
    row(1, textCell('A1', 'Артикул'), textCell('B1', 'Название'), '<c r="C1"/>', textCell('D1', 'Цена')),
    row(2, textCell('A2', 'КР-1'), textCell('B2', 'Кружка'), numberCell('D2', 5)),
    row(3, '<c r="A3"/>', textCell('B3', 'Чашка'), '<c r="C3"/>', numberCell('D3', 6)),
  ];
  const parts = workbookParts({ sheets: { A: rows.join('') } });
  const merged = '<mergeCells count="2"><mergeCell ref="B1:C1"/><mergeCell ref="A2:A3"/></mergeCells>';
  const sheet = textOf(parts, 'xl/worksheets/sheet1.xml').replace('</worksheet>', `${merged}</worksheet>`);
  expect((await read(zipSync({ ...parts, 'xl/worksheets/sheet1.xml': strToU8(sheet) }))).lines).toEqual([
    { line: 1, cells: ['Артикул', 'Название', '', 'Цена'] },
    { line: 2, cells: ['КР-1', 'Кружка', '', '5'] },
    { line: 3, cells: ['', 'Чашка', '', '6'] },
  ]);
});

describe('an entity of a part’s own', () => {
  const doctype = () =>
    `<!DOCTYPE part [<!ENTITY file SYSTEM "${secretFile}"><!ENTITY net SYSTEM "${baitUrl}"><!ENTITY own "внутри">` +
    `<!ENTITY % more SYSTEM "${baitUrl}">%more;]>`;
  const named = 'до &file;&net;&own; после';
  const parts = workbookParts({
    sheets: { A: row(1, '<c r="A1" t="s"><v>0</v></c>', textCell('B1', named)) },
    sharedStrings: [`<t>${named}</t>`],
  });

  it.each(['xl/worksheets/sheet1.xml', 'xl/sharedStrings.xml', 'xl/styles.xml', 'xl/workbook.xml'])(
    'in %s stays as it is written: no file and no address is opened for it',
    async (name) => {
      const bytes = zipSync({ ...parts, [name]: strToU8(doctype() + textOf(parts, name)) });
      expect(await cellsOf(bytes)).toEqual([[named, named]]);
    },
  );

  it('is not unfolded into a billion words either', async () => {
    const letters = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
    const laughs = letters.map((name, index) => {
      const before = letters[index - 1];
      return `<!ENTITY ${name} "${before === undefined ? 'ха' : `&${before};`.repeat(10)}">`;
    });
    const sheet = textOf(
      workbookParts({ sheets: { A: row(1, textCell('A1', '&j;')) } }),
      'xl/worksheets/sheet1.xml',
    );
    const more = { 'xl/worksheets/sheet1.xml': strToU8(`<!DOCTYPE part [${laughs.join('')}]>${sheet}`) };
    expect(await cellsOf(workbook({ sheets: { A: '' }, more }))).toEqual([['&j;']]);
  });
});

describe('a part that lies elsewhere', () => {
  it('is another workbook: its cells have what they had when the file was saved', async () => {
    const formula = (place: string, kept: string) => `<c r="${place}" t="str"><f>[1]Лист1!A1</f>${kept}</c>`;
    const parts = workbookParts({
      sheets: { A: row(1, formula('A1', '<v>из другой</v>'), formula('B1', ''), textCell('C1', 'своё')) },
    });
    const link = `<Relationship Id="rX" Type="${OFFICE}/externalLink" Target="externalLinks/externalLink1.xml"/>`;
    const rels = textOf(parts, 'xl/_rels/workbook.xml.rels').replace(
      '</Relationships>',
      `${link}</Relationships>`,
    );
    const book = textOf(parts, 'xl/workbook.xml').replace(
      '</workbook>',
      '<externalReferences><externalReference r:id="rX"/></externalReferences></workbook>',
    );
    const bytes = zipSync({
      ...parts,
      'xl/_rels/workbook.xml.rels': strToU8(rels),
      'xl/workbook.xml': strToU8(book),
      'xl/externalLinks/externalLink1.xml': strToU8(
        '<externalLink><externalBook r:id="rId1"/></externalLink>',
      ),
      'xl/externalLinks/_rels/externalLink1.xml.rels': strToU8(
        `<Relationships><Relationship Id="rId1" Type="${OFFICE}/externalLinkPath" Target="${baitUrl}" TargetMode="External"/></Relationships>`,
      ),
    });
    expect(await cellsOf(bytes)).toEqual([['из другой', '', 'своё']]);
  });

  it.each([
    ['at an address', () => baitUrl],
    ['in a file of this machine', () => secretFile],
    ['above the archive', () => '../../../../etc/passwd'],
  ])('%s is no sheet', async (_where, target) => {
    const parts = workbookParts({ sheets: { A: '' } });
    const rels = textOf(parts, 'xl/_rels/workbook.xml.rels').replace(
      'Target="worksheets/sheet1.xml"',
      `Target="${target()}" TargetMode="External"`,
    );
    await expect(read(zipSync({ ...parts, 'xl/_rels/workbook.xml.rels': strToU8(rels) }))).rejects.toThrow(
      'Файл не прочитать',
    );
  });
});

it('HTML in a cell is its text, however it is written down', async () => {
  const rows = row(
    1,
    textCell('A1', '&lt;b&gt;жирно&lt;/b&gt;'),
    textCell('B1', '<![CDATA[<script>alert(1)</script>]]>'),
    textCell('C1', '&#60;img src=x onerror=alert(1)&#62;'),
  );
  expect(await cellsOf(workbook({ sheets: { A: rows } }))).toEqual([
    ['<b>жирно</b>', '<script>alert(1)</script>', '<img src=x onerror=alert(1)>'],
  ]);
});

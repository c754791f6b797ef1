import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { strFromU8, unzipSync } from 'fflate';
import { assert, constantFrom, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inertText } from '#contract/csv-text.ts';
import type { Column } from '#contract/table-columns.ts';
import { turnsOf } from '#tests/support/turns-of.ts';
import { attachment } from './attachment.ts';
import { TABLE_CONTENT_TYPES, tableChunks, tableFile } from './table-file.ts';

setFlagsFromString('--expose-gc');
// The name that the flag adds; nothing types it.
const collectGarbage = runInNewContext('gc') as () => void;

interface Row {
  name: string | null;
  amount: number;
}
const COLUMNS: Column<Row>[] = [
  { title: 'Название', width: 20, value: (row) => row.name },
  { title: 'Сумма', width: 10, value: (row) => row.amount },
];

async function partsOf(rows: readonly Row[]): Promise<Record<string, string>> {
  const bytes = await tableFile('xlsx', { name: 'Лист', columns: COLUMNS, rows });
  return Object.fromEntries(
    Object.entries(unzipSync(new Uint8Array(bytes))).map(([name, part]) => [name, strFromU8(part)]),
  );
}

describe('XLSX', () => {
  it('is a zip that opens, with text and numbers each as what they are', async () => {
    const parts = await partsOf([
      { name: 'Кружка «Утро» <b>', amount: -150.5 },
      { name: null, amount: 0 },
    ]);
    const sheet = parts['xl/worksheets/sheet1.xml'] ?? '';
    const all = Object.values(parts).join('');
    expect(Object.keys(parts)).toContain('[Content_Types].xml');
    expect(all).toContain('Кружка «Утро» &lt;b>'.replace('>', '&gt;'));
    expect(sheet).toMatch(/<c r="B2"(?! t="(?:s|inlineStr)")[^>]*><v>-150\.5<\/v>/);
    expect(sheet).toMatch(/<c r="A2"[^>]* t="(?:s|inlineStr)"/);
  });

  it('shows text as it is: no apostrophe, and no sign read out of an escape', async () => {
    const parts = await partsOf([
      { name: '-50% скидка', amount: 1 },
      { name: 'Деталь _x0041_ и _X00e9_', amount: 2 },
    ]);
    const sheet = parts['xl/worksheets/sheet1.xml'] ?? '';
    const texts = [...sheet.matchAll(/<t [^>]*>([^<]*)</g)].map(([, text]) => text);
    expect(texts).toEqual(['Название', 'Сумма', '-50% скидка', 'Деталь _x005F_x0041_ и _x005F_X00e9_']);
  });

  it('keeps what looks like a formula text, also when the cell is edited', async () => {
    const parts = await partsOf([
      { name: '=1+1', amount: -1 },
      { name: 'Кружка', amount: -1 },
    ]);
    const sheet = parts['xl/worksheets/sheet1.xml'] ?? '';
    expect(sheet).toMatch(/<c r="A2" s="2" t="inlineStr">/);
    expect(sheet).toMatch(/<c r="A3" t="inlineStr">/);
    expect(sheet).toContain('<c r="B2"><v>-1</v></c>');
    const styles = [...(parts['xl/styles.xml'] ?? '').matchAll(/<xf [^>]*xfId[^>]*>/g)].map(([xf]) => xf);
    expect(styles[2]).toContain('quotePrefix="1"');
  });

  it('has no formula whatever the text begins with, and bears any characters', async () => {
    const rows = ['=1+1', '+7', '-1', '@SUM(A1)', '\t=1', '\r=1', '\u0000=1', '＝1', 'a\u0001b\ud800c'].map(
      (name) => ({ name, amount: 1 }),
    );
    const parts = await partsOf(rows);
    const all = Object.values(parts).join('');
    expect(all).not.toMatch(/<f[ >]/);
    expect(parts['xl/worksheets/sheet1.xml']?.match(/<c r="A\d+" s="2" t="inlineStr">/g)).toHaveLength(8);
    expect(all).toContain('abc');
  });
});

describe('CSV', () => {
  it('is UTF-8 with a mark, semicolons and decimal commas', async () => {
    const rows = [
      { name: 'Кружка; «большая» "L"\nновая', amount: -1.5 },
      { name: '=HYPERLINK("http://evil")', amount: 2 },
    ];
    const bytes = await tableFile('csv', { name: '', columns: COLUMNS, rows });
    expect(TABLE_CONTENT_TYPES.csv).toBe('text/csv; charset=utf-8');
    expect(bytes.toString('utf8')).toBe(
      '\ufeffНазвание;Сумма\r\n"Кружка; «большая» ""L""\nновая";-1,5\r\n"\'=HYPERLINK(""http://evil"")";2\r\n',
    );
  });

  it('never begins a text cell with what a spreadsheet runs', () => {
    assert(
      property(
        constantFrom(...Array.from('=+-@\t\r\0＝＋－＠')),
        string({ unit: 'binary' }),
        (first, rest) => {
          expect(inertText(first + rest)).toBe(`'${first}${rest}`);
        },
      ),
    );
  });
});

describe('the name of a download', () => {
  it('is told in Cyrillic and in plain letters', () => {
    expect(attachment("Ошибки №7 'a'.xlsx")).toBe(
      'attachment; filename="7 _a_.xlsx"; filename*=UTF-8\'\'%D0%9E%D1%88%D0%B8%D0%B1%D0%BA%D0%B8%20%E2%84%967%20%27a%27.xlsx',
    );
  });

  it('cannot break out of its header', () => {
    assert(
      property(string({ unit: 'grapheme' }), (name) => {
        expect(attachment(name)).toMatch(/^attachment; filename="[\w. -]+"; filename\*=UTF-8''[\w.!~%-]*$/);
      }),
    );
  });
});

it('fifty thousand rows hold nobody up', async () => {
  const rows = Array.from({ length: 50_000 }, (_, index) => ({ name: `Кружка ${index}`, amount: index }));
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 0);
  const parts = await partsOf(rows);
  clearInterval(counting);
  expect(parts['xl/worksheets/sheet1.xml']).toContain('<c r="B50001"><v>49999</v></c>');
  // Others had their turn all the while.
  expect(turns).toBeGreaterThan(10);
});

it.each(['xlsx', 'csv'] as const)(
  '%s is made as its rows come, and asks for no more than it has passed on',
  async (format) => {
    let asked = 0;
    async function* endless() {
      for (;;) {
        asked += 1;
        yield { name: `Кружка ${asked}`, amount: asked };
      }
    }
    const chunks = tableChunks(format, { name: 'Лист', columns: COLUMNS, rows: endless() });
    for (let taken = 0; taken < 40; taken += 1) await chunks.next();
    await chunks.return(undefined);
    expect(asked).toBeGreaterThan(1000);
    expect(asked).toBeLessThan(100_000);
  },
);

it.each([
  ['wide', 5_000],
  ['narrow', 100],
])(
  'a CSV of %s rows comes in pieces as long, and others have their turn between two',
  async (_kind, length) => {
    const rows = Array.from({ length: 2_000 }, () => ({ name: 'Ж'.repeat(length), amount: 1 }));
    const lengths: number[] = [];
    const write = async () => {
      for await (const chunk of tableChunks('csv', { name: '', columns: COLUMNS, rows }))
        lengths.push(chunk.length);
    };
    const turns = await turnsOf(write());
    expect(Math.max(...lengths)).toBeLessThan(2 * (32 * 1024 + length + 10));
    // The mark stands alone, and behind the last piece nobody has to wait.
    expect(lengths.length).toBeGreaterThan(5);
    expect(turns).toBeGreaterThanOrEqual(lengths.length - 2);
  },
);

describe.each(['xlsx', 'csv'] as const)('%s for a reader that takes its time', (format) => {
  it('holds as much at the end of many rows as at the end of few', async () => {
    const few = await mostHeld(format, 2_000);
    const many = await mostHeld(format, 20_000);
    expect(many - few).toBeLessThan(QUARTER_OF_THE_FILE_BYTES);
  });
});

/** The process does other things meanwhile; what keeps the file, or rows that nobody has read yet, keeps all of it. */
const QUARTER_OF_THE_FILE_BYTES = 1_500_000;

/** In use, not yet collected left out, after each of many parts of the file. */
async function mostHeld(format: 'xlsx' | 'csv', rowCount: number): Promise<number> {
  const wide = randomBytes(24 * 1024).toString('base64');
  function* rows() {
    for (let at = 0; at < rowCount; at += 1) {
      // Parts of what cannot be packed: what is kept of it is as long as it.
      yield { name: wide.slice((at * 97) % 31_000).slice(0, 300), amount: at };
    }
  }
  let most = 0;
  let passedOn = 0;
  let lookAt = 0;
  for await (const chunk of tableChunks(format, { name: 'Лист', columns: COLUMNS, rows: rows() })) {
    passedOn += chunk.length;
    if (passedOn < lookAt) continue;
    lookAt += rowCount * 30;
    await nextTurn();
    most = Math.max(most, bytesInUse());
  }
  return most;
}

function bytesInUse(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { VatThreshold } from '#contract/taxpayers.ts';
import { isWorthALook, VatMeter } from './vat-meter.tsx';

const threshold = (changes: Partial<VatThreshold> = {}): VatThreshold => ({
  taxpayerId: 1,
  name: 'ИП Соколова',
  shopIds: [1, 2],
  year: 2026,
  thresholdKopecks: 20_000_000_00,
  incomeKopecks: 4_350_000_00,
  knownFrom: '2026-01-03',
  unreadShopIds: [],
  crossedOn: null,
  vatFrom: null,
  isVatSet: false,
  ...changes,
});
const plain = (text: string | null) => (text ?? '').replaceAll('\u00a0', ' ');
const textOf = (changes: Partial<VatThreshold>) =>
  plain(render(<VatMeter threshold={threshold(changes)} />).container.textContent);

it('breaks no line inside a day', () => {
  const passed = { crossedOn: '2026-04-02', vatFrom: '2026-05-01' };
  const { container } = render(<VatMeter threshold={threshold(passed)} />);
  expect(container.textContent).toMatch(/^Доход с\u00a01\u00a0января 2026/);
  expect(container.textContent).toContain('НДС — с\u00a01\u00a0мая');
});

it.each<[string, Partial<VatThreshold>, RegExp]>([
  ['how much is left', {}, /4,35 млн ₽ из 20 млн ₽До порога НДС — 15,65 млн ₽\. Только продажи/],
  ['that rates have VAT already', { isVatSet: true }, /НДС уже есть в ставках\./],
  [
    'when it was passed and what to do',
    { crossedOn: '2026-04-02', vatFrom: '2026-05-01', incomeKopecks: 21_000_000_00 },
    /Порог пройден 2 апреля: НДС — с 1 мая\. Укажите ставку НДС с этого дня\./,
  ],
  [
    'from when sales are known',
    { knownFrom: '2026-03-01' },
    /Продажи до 1 марта не известны и не посчитаны\./,
  ],
  [
    'that sales are still being read',
    { unreadShopIds: [2] },
    /Доход может быть больше: прочитаны не все продажи 1 магазина\./,
  ],
])('the meter says %s', (_what, changes, text) => {
  expect(textOf(changes)).toMatch(text);
});

it('an answer of an older server says nothing of shops that were not read', () => {
  expect(textOf({ unreadShopIds: undefined })).not.toContain('может быть больше');
});

it.each([
  [{ incomeKopecks: 15_999_999_99 }, false],
  [{ incomeKopecks: 16_000_000_00 }, true],
  [{ incomeKopecks: 16_000_000_00, isVatSet: true }, false],
  [{ crossedOn: '2026-04-02' }, true],
])('asks for a look when VAT is near or has begun and no rate has it', (changes, isWorth) => {
  expect(isWorthALook(threshold(changes))).toBe(isWorth);
});

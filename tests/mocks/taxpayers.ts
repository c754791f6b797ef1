import type { HttpHandler } from 'msw';
import {
  createTaxpayerEndpoint,
  deleteTaxpayerEndpoint,
  getTaxpayerEndpoint,
  listTaxpayersEndpoint,
  listVatThresholdsEndpoint,
  updateTaxpayerEndpoint,
  type Taxpayer,
  type VatThreshold,
} from '#contract/taxpayers.ts';
import { mock, mockError } from './mock-endpoint.ts';

export const mockTaxpayer: Taxpayer = {
  id: 1,
  name: 'Основной',
  isDefault: true,
  shopIds: [1, 2],
  taxRates: [{ from: '2024-01-01', basis: 'INCOME', ratePercent: 6, vatPercent: 0 }],
  version: 1,
  updatedAt: '2026-11-20T14:05:00+03:00',
};

export const mockThreshold: VatThreshold = {
  taxpayerId: 1,
  name: 'Основной',
  shopIds: [1, 2],
  year: 2026,
  thresholdKopecks: 20_000_000_00,
  incomeKopecks: 5_200_000_00,
  knownFrom: '2026-01-02',
  crossedOn: null,
  vatFrom: null,
  isVatSet: false,
};

export function taxpayerHandlers(): HttpHandler[] {
  let all = [mockTaxpayer];
  const gone = () => mockError(404, { code: 'not_found', detail: ['Налогоплательщик не найден'] });
  /** A shop is one taxpayer's; the default one has what is left. */
  const settle = (changed: Taxpayer) => {
    const known = all.some(({ id }) => id === changed.id) ? all : [...all, changed];
    const others = known.map((one) =>
      one.id === changed.id
        ? changed
        : { ...one, shopIds: one.shopIds.filter((shopId) => !changed.shopIds.includes(shopId)) },
    );
    const owned = others.flatMap((one) => (one.isDefault ? [] : one.shopIds));
    all = others.map((one) =>
      one.isDefault ? { ...one, shopIds: mockTaxpayer.shopIds.filter((id) => !owned.includes(id)) } : one,
    );
    return all.find(({ id }) => id === changed.id) ?? changed;
  };
  return [
    mock(listTaxpayersEndpoint, () => all),
    mock(getTaxpayerEndpoint, ({ params }) => all.find(({ id }) => id === params.id) ?? gone()),
    mock(createTaxpayerEndpoint, ({ body }) =>
      settle({ ...mockTaxpayer, ...body, id: all.length + 1, isDefault: false }),
    ),
    mock(updateTaxpayerEndpoint, ({ params, body, request }) => {
      const current = all.find(({ id }) => id === params.id);
      if (!current) return gone();
      if (request.headers.get('if-match') !== `"v${current.version}"`)
        return mockError(412, { code: 'version_conflict', detail: ['Уже изменили'], current });
      return settle({
        ...current,
        name: body.name ?? current.name,
        shopIds: body.shopIds ?? current.shopIds,
        taxRates: body.taxRates ?? current.taxRates,
        version: current.version + 1,
      });
    }),
    mock(deleteTaxpayerEndpoint, ({ params }) => {
      all = all.filter(({ id }) => id !== params.id);
      const [first] = all;
      if (first) settle(first);
      return undefined;
    }),
    mock(listVatThresholdsEndpoint, () => [mockThreshold]),
  ];
}

import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { generateBarcodesEndpoint } from '#contract/barcodes.ts';
import type { CardSize } from '#contract/cards.ts';
import { cardHandlers, mockCard } from '#tests/mocks/cards.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { CardEditPage } from './card-edit-page.tsx';

const TAKEN = '4006381333931';
const size = (techSize: string, ...skus: string[]): CardSize => ({ techSize, wbSize: '', skus });

async function openCard(...sizes: CardSize[]) {
  const other = mockCard(2, { vendorCode: 'ДРУГАЯ-2', sizes: [size('', TAKEN)] });
  mockServer.use(...cardHandlers([mockCard(1, { sizes }), other]));
  const { user } = renderPage(<CardEditPage />, '/home/cards/edit?id=1');
  await screen.findByRole('heading', { name: 'Размеры и баркоды' });
  return user;
}
const barcodesOf = () =>
  screen
    .getAllByRole('button', { name: /^Убрать «\d+»$/ })
    .map((button) => button.getAttribute('aria-label'));

describe('barcodes of a card', () => {
  it('are given to all sizes without one at once', async () => {
    const user = await openCard(size('42'), size('43', '4006381333948'), size('44'));
    await user.click(screen.getByRole('button', { name: 'Сгенерировать недостающие баркоды (2)' }));
    expect(await screen.findByRole('button', { name: 'Убрать «2000000000001»' })).toBeVisible();
    expect(barcodesOf()).toEqual([
      'Убрать «2000000000001»',
      'Убрать «4006381333948»',
      'Убрать «2000000000002»',
    ]);
    expect(screen.queryByRole('button', { name: /недостающие/ })).not.toBeInTheDocument();
  });

  it('are given to one size, and asked for again under the same key when the answer was lost', async () => {
    const used: (string | null)[] = [];
    const user = await openCard(size('42'), size('43'));
    mockServer.use(
      mock(generateBarcodesEndpoint, ({ request }) => {
        used.push(request.headers.get('idempotency-key'));
        return used.length === 1 ? mockError(500) : { barcodes: ['2000000000077'] };
      }),
    );
    const button = screen.getByRole('button', { name: 'Сгенерировать баркод размера 43' });
    await user.click(button);
    await screen.findByText('Не удалось получить баркоды');
    await user.click(button);
    expect(await screen.findByRole('button', { name: 'Убрать «2000000000077»' })).toBeVisible();
    expect(new Set(used).size).toBe(1);
  });

  it('that another card has are told, with the way to it', async () => {
    await openCard(size('42', TAKEN));
    const link = await screen.findByRole('link', { name: 'ДРУГАЯ-2' });
    expect(link).toHaveAttribute('href', expect.stringContaining('id=2'));
    expect(screen.getByText(/уже у карточки/)).toBeVisible();
  });

  it('are typed one after another, and a wrong one is told', async () => {
    const user = await openCard(size('42'));
    const field = within(
      screen.getByRole('heading', { name: 'Размеры и баркоды' }).closest('section') ?? document.body,
    );
    await user.type(field.getByRole('combobox', { name: 'Баркоды' }), '4006381333932, 12345678 ');
    expect(barcodesOf()).toEqual(['Убрать «4006381333932»', 'Убрать «12345678»']);
    expect(screen.getByText('У баркода 4006381333932 не сходится контрольная цифра')).toBeVisible();
  });
});

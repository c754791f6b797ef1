import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { lookAtTakingEndpoint } from '#contract/takings.ts';
import { connectivity } from '#offline/connection/connectivity.ts';
import { letAllGo } from '#offline/takings/takings.ts';
import { mockCard } from '#tests/mocks/cards.ts';
import { createHandlers } from '#tests/mocks/handlers.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { mockShipment, shipmentHandlers } from '#tests/mocks/shipments.ts';
import { takingHandlers } from '#tests/mocks/takings.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { TakingsPanel } from './takings-panel.tsx';

const CARDS = [1, 2, 3].map((id) => mockCard(id, { photos: [] }));

function open(server = takingHandlers({ cards: CARDS })) {
  // The first that fits answers.
  mockServer.use(...server.handlers, ...createHandlers());
  return { ...server, ...renderPage(<TakingsPanel />, '/home/account/settings') };
}
type Opened = ReturnType<typeof open>;

async function choose({ user }: Opened, what: string) {
  await user.click(await screen.findByRole('button', { name: 'Взять с собой' }));
  await user.click(screen.getByRole('menuitem', { name: what }));
  return within(await screen.findByRole('dialog', { name: 'Взять с собой' }));
}
async function chooseShop(opened: Opened) {
  const dialog = await choose(opened, 'Магазин');
  const field = await dialog.findByLabelText('Магазин');
  const [, shop] = await within(field).findAllByRole('option');
  await opened.user.selectOptions(field, shop as HTMLElement);
  return { dialog, shopId: Number(shop?.getAttribute('value')), name: shop?.textContent };
}

afterEach(() => letAllGo());

describe('what is taken along', () => {
  it('is looked at before it begins, is told when it is here, and is let go when that is confirmed', async () => {
    const opened = open();
    const { dialog, shopId, name } = await chooseShop(opened);
    expect(await dialog.findByText('содержание, магазины, остатки, склейки')).toBeVisible();
    expect(dialog.getByText('3')).toBeVisible();
    expect(opened.looked).toEqual([{ filter: { shop: [shopId] } }]);
    await opened.user.click(dialog.getByRole('button', { name: 'Взять с собой' }));
    const done = within(await screen.findByRole('dialog', { name: 'Взято с собой' }));
    expect(done.getByText(/^3.карточки · /)).toBeVisible();
    await opened.user.click(done.getByText('Закрыть'));

    await opened.user.click(await screen.findByRole('button', { name: `Отпустить: Магазин «${name}»` }));
    const asked = within(await screen.findByRole('dialog', { name: `Отпустить: Магазин «${name}»?` }));
    expect(asked.getByText(/удалятся 3.карточки/)).toBeVisible();
    await opened.user.click(asked.getByRole('button', { name: 'Отпустить' }));
    await waitFor(() => expect(screen.queryByText(`Магазин «${name}»`)).toBeNull());
  });

  it('says how many cards are gone on the server by the time they are fetched', async () => {
    const opened = open();
    const { dialog } = await chooseShop(opened);
    await dialog.findByText('содержание, магазины, остатки, склейки');
    mockServer.use(...takingHandlers({ cards: CARDS.slice(1) }).handlers);
    await opened.user.click(dialog.getByRole('button', { name: 'Взять с собой' }));
    const done = within(await screen.findByRole('dialog', { name: 'Взято с собой' }));
    expect(done.getByText(/^На сервере больше нет: 1.карточка$/)).toBeVisible();
    expect(done.getByText(/^2.карточки · /)).toBeVisible();
  });

  it('may be the last shipments', async () => {
    const shipments = [mockShipment(8), mockShipment(9)];
    const server = takingHandlers({ shipments });
    const opened = open({ ...server, handlers: [...server.handlers, ...shipmentHandlers(shipments)] });
    const dialog = await choose(opened, 'Последние 200 отправок');
    expect(await dialog.findByText('последние')).toBeVisible();
    expect(dialog.getByText('2')).toBeVisible();
    await opened.user.click(dialog.getByRole('button', { name: 'Взять с собой' }));
    const done = within(await screen.findByRole('dialog', { name: 'Взято с собой' }));
    expect(done.getByText(/^2.отправки · /)).toBeVisible();
  });

  it('is not begun where there is nothing to take, or too much, which the server tells', async () => {
    const opened = open(takingHandlers({}));
    const { dialog } = await chooseShop(opened);
    expect(await dialog.findByText('Карточек здесь нет: брать нечего.')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Взять с собой' })).toHaveAttribute('aria-disabled', 'true');
    await opened.user.click(dialog.getByRole('button', { name: 'Отмена' }));
    mockServer.use(
      mock(lookAtTakingEndpoint, () => mockError(400, { detail: ['Карточек 2 431, взять можно до 2 000'] })),
    );
    const again = await chooseShop(opened);
    expect(await again.dialog.findByText('Карточек 2 431, взять можно до 2 000')).toBeVisible();
    expect(again.dialog.getByRole('button', { name: 'Взять с собой' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
  });

  it('TA-07: is not begun where the device has less room than it takes, which is said before', async () => {
    const estimate = async () => ({ quota: 1_010_000, usage: 1_000_000 });
    Object.defineProperty(navigator, 'storage', { configurable: true, value: { estimate } });
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'storage'));
    const opened = open();
    const { dialog } = await chooseShop(opened);
    expect(await dialog.findByText(/^Возьмите меньше карточек, отпустите взятое раньше/)).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Взять с собой' })).toHaveAccessibleDescription(
      'На устройстве не хватит места',
    );
  });

  it('cannot be begun without a connection, and says so', async () => {
    // Nobody answers the question whether the server is back.
    const { user } = renderPage(<TakingsPanel />, '/home/account/settings');
    await user.click(await screen.findByRole('button', { name: 'Взять с собой' }));
    act(() => connectivity.report({ kind: 'failed', method: 'GET', latencyMs: 0 }));
    const shop = await screen.findByRole('menuitem', { name: /Магазин.*можно только при связи/ });
    expect(shop).toHaveAttribute('aria-disabled', 'true');
    act(() => connectivity.report({ kind: 'answered', method: 'GET', latencyMs: 1 }));
  });
});

import { screen } from '@testing-library/react';
import { describe, expect, it, onTestFinished } from 'vitest';
import { registerInvalidationReach } from '#api/tags.ts';
import type { EndpointBody, EndpointResponse } from '#contract/endpoint.ts';
import { getPriceFloorEndpoint, setPriceFloorEndpoint } from '#contract/price-watch.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { FloorPanel } from './floor-panel.tsx';

type CardFloor = EndpointResponse<typeof getPriceFloorEndpoint>;

const NO_FLOOR: CardFloor = { floorKopecks: null, overCostBasisPoints: null, lowestKopecks: null };
const roubles = () => screen.findByRole('textbox', { name: 'Не ниже' });
const percent = () => screen.getByRole('textbox', { name: 'Не ниже себестоимости и ещё' });
const save = () => screen.getByRole('button', { name: 'Сохранить минимальную цену' });

let kept = NO_FLOOR;

function show(floor: CardFloor, finalKopecks = 800_00) {
  kept = floor;
  mockServer.use(mock(getPriceFloorEndpoint, () => kept));
  return renderPage(<FloorPanel cardId={5} finalKopecks={finalKopecks} />);
}

describe('the lowest price of a card', () => {
  it('is said in roubles and over the cost, and is saved by itself', async () => {
    const asked: EndpointBody<typeof setPriceFloorEndpoint>[] = [];
    mockServer.use(
      mock(setPriceFloorEndpoint, ({ body }) => {
        asked.push(body);
        kept = { ...body, lowestKopecks: 900_50 };
        return kept;
      }),
    );
    const { user } = show(NO_FLOOR);
    await user.type(await roubles(), '900,50');
    await user.type(percent(), '12,5');
    await user.click(save());
    expect(await screen.findByText('Минимальная цена сохранена')).toBeVisible();
    expect(asked).toEqual([{ floorKopecks: 900_50, overCostBasisPoints: 1250 }]);
    expect(screen.getByText(/^Сейчас это 900,50\s₽\.$/)).toBeVisible();
    expect(save()).toHaveAttribute('aria-disabled', 'true');
  });

  it('that is saved leaves no older copy of itself or of the lists anywhere', async () => {
    const cleared: string[] = [];
    onTestFinished(
      registerInvalidationReach(({ tag, entityId }) => void cleared.push([tag, entityId].join(' ').trim())),
    );
    mockServer.use(mock(setPriceFloorEndpoint, () => kept));
    const { user } = show(NO_FLOOR);
    await user.type(await roubles(), '900');
    await user.click(save());
    expect(await screen.findByText('Минимальная цена сохранена')).toBeVisible();
    expect(cleared).toEqual(['Card 5', 'Cards']);
  });

  it('is taken away when nothing is said', async () => {
    const asked: EndpointBody<typeof setPriceFloorEndpoint>[] = [];
    mockServer.use(
      mock(setPriceFloorEndpoint, ({ body }) => {
        asked.push(body);
        kept = NO_FLOOR;
        return kept;
      }),
    );
    const { user } = show({ ...NO_FLOOR, floorKopecks: 700_00, lowestKopecks: 700_00 });
    await user.clear(await roubles());
    await user.click(save());
    await expect.poll(() => asked).toEqual([{ floorKopecks: null, overCostBasisPoints: null }]);
    expect(await screen.findByText('Минимальная цена сохранена')).toBeVisible();
    expect(screen.queryByText(/Сейчас это/)).not.toBeInTheDocument();
  });

  it.each([
    [799_99, 1],
    [800_00, 0],
  ])('of 800 ₽ makes %i kopecks a price that is warned of %i times', async (finalKopecks, warnings) => {
    show({ ...NO_FLOOR, floorKopecks: 800_00, lowestKopecks: 800_00 }, finalKopecks);
    await roubles();
    expect(screen.queryAllByText('Цена ниже минимальной')).toHaveLength(warnings);
  });

  it('over a cost price that is not known is said to be no floor', async () => {
    show({ ...NO_FLOOR, overCostBasisPoints: 2000 });
    expect(await screen.findByText(/пока её нет, минимальная цена не действует/)).toBeVisible();
  });

  it('of less than a rouble is not taken for none: why it cannot be saved is said', async () => {
    const { user } = show({ ...NO_FLOOR, floorKopecks: 700_00, lowestKopecks: 700_00 });
    const field = await roubles();
    await user.clear(field);
    await user.type(field, '0,5');
    expect(save()).toHaveAttribute('aria-disabled', 'true');
    expect(save()).toHaveAccessibleDescription(/от 1\s₽/);
  });

  it('that could not be saved keeps what was typed', async () => {
    mockServer.use(
      mock(setPriceFloorEndpoint, () => mockError(400, { detail: ['Минимальная цена — от 1 ₽'] })),
    );
    const { user } = show(NO_FLOOR);
    await user.type(await roubles(), '5');
    await user.click(save());
    expect(await screen.findByText('Минимальная цена — от 1 ₽')).toBeVisible();
    expect(await roubles()).toHaveValue('5');
    expect(save()).not.toHaveAttribute('aria-disabled', 'true');
  });
});

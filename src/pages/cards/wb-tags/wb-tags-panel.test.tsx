import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ShopCard } from '#contract/shop-cards.ts';
import { listShopCardsEndpoint } from '#contract/shop-cards.ts';
import { getProfileEndpoint, type ProfileShop } from '#contract/users.ts';
import { createWbTagEndpoint, readWbTagsEndpoint, setWbTagsEndpoint, type WbTag } from '#contract/wb-tags.ts';
import { connectivity } from '#offline/connection/connectivity.ts';
import { CardEditPage } from '#pages/cards/edit/card-edit-page.tsx';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { mockProfile } from '#tests/mocks/users.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';

const HIT: WbTag = { id: 1, name: 'Хит', color: 'FFECC7' };
const SALE: WbTag = { id: 2, name: 'Скидки', color: 'FEE0E0' };

/** What the marketplace has. */
let shopTags: WbTag[];
let cardTags: WbTag[];
/** What the page is shown before the marketplace is asked. */
let keptTags: WbTag[];
let isShown: boolean;
const sent: { tagIds: number[]; seenIds: number[] }[] = [];

const shopCard = (changes: Partial<ShopCard> = {}): ShopCard => ({
  shopId: 1,
  shopName: 'Московский',
  nmId: 218_734_501,
  vendorCode: 'MUG-1',
  title: null,
  priceKopecks: 89_000,
  discount: 32,
  state: 'PUBLISHED',
  errors: [],
  sizes: [],
  syncedAt: null,
  wbTags: keptTags,
  ...changes,
});

beforeEach(() => {
  sent.length = 0;
  shopTags = [HIT, SALE];
  cardTags = [HIT];
  keptTags = [HIT];
  isShown = true;
  mockServer.use(
    mock(listShopCardsEndpoint, () => [shopCard(), shopCard({ shopId: 2, shopName: 'Сибирь', nmId: null })]),
    mock(readWbTagsEndpoint, () => {
      keptTags = cardTags;
      return { shopTags, cardTags };
    }),
    mock(setWbTagsEndpoint, ({ body }) => {
      sent.push(body);
      const before = cardTags;
      cardTags = shopTags.filter(({ id }) => body.tagIds.includes(id));
      if (isShown) keptTags = cardTags;
      return { cardTags: isShown ? cardTags : before, isShown };
    }),
    mock(createWbTagEndpoint, ({ body }) => {
      const tag = { id: 9, ...body };
      shopTags = [...shopTags, tag];
      return { shopTags, tagId: tag.id };
    }),
  );
});

const withShops = (shops: ProfileShop[]) =>
  mockServer.use(mock(getProfileEndpoint, () => ({ ...mockProfile, shops })));
const openPage = () => renderPage(<CardEditPage />, '/home/cards/edit?id=1');
const change = () => screen.findByRole('button', { name: /^Изменить ярлыки WB в/ });
const tagsShown = async () =>
  within(await screen.findByRole('list', { name: /^Ярлыки WB,/ }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

async function openDialog() {
  const { user } = openPage();
  await user.click(await change());
  const dialog = within(await screen.findByRole('dialog', { name: /^Ярлыки WB в/ }));
  await dialog.findByRole('checkbox', { name: 'Хит' });
  return { user, dialog, save: () => user.click(dialog.getByRole('button', { name: 'Сохранить' })) };
}

describe('«Ярлыки WB» of a card', () => {
  it('stand under the shops where the card is, and nowhere else', async () => {
    openPage();
    expect(await tagsShown()).toEqual(['Хит']);
    expect(screen.getAllByRole('button', { name: /^Изменить ярлыки WB/ })).toHaveLength(1);
  });

  it('are chosen from the shop’s list of this moment, saved, and taken back', async () => {
    const { user, dialog, save } = await openDialog();
    expect(dialog.getByRole('checkbox', { name: 'Хит' })).toBeChecked();
    expect(dialog.getByRole('button', { name: 'Сохранить' })).toHaveAccessibleDescription('Изменений нет');
    await user.click(dialog.getByRole('checkbox', { name: 'Скидки' }));
    await save();
    expect(await screen.findByText('Ярлыки WB изменены')).toBeVisible();
    expect(sent).toEqual([{ tagIds: [1, 2], seenIds: [1] }]);
    expect(await tagsShown()).toEqual(['Хит', 'Скидки']);
    await user.click(screen.getByRole('button', { name: 'Вернуть' }));
    expect(await screen.findByText('Прежние ярлыки WB возвращены')).toBeVisible();
    expect(sent[1]).toEqual({ tagIds: [1], seenIds: [1, 2] });
    expect(await tagsShown()).toEqual(['Хит']);
  });

  it('are not said to be there before the marketplace shows them', async () => {
    isShown = false;
    const { user, dialog, save } = await openDialog();
    await user.click(dialog.getByRole('checkbox', { name: 'Скидки' }));
    await save();
    expect(
      (await screen.findAllByText(/^Принято\. Wildberries показывает ярлыки с задержкой/))[0],
    ).toBeVisible();
    expect(await tagsShown()).toEqual(['Хит']);
    await user.click(screen.getByRole('button', { name: 'Прочитать снова' }));
    await waitFor(async () => expect(await tagsShown()).toEqual(['Хит', 'Скидки']));
    expect(screen.queryByRole('button', { name: 'Прочитать снова' })).not.toBeInTheDocument();
  });

  it('are read again when somebody has changed them meanwhile', async () => {
    const { user, dialog, save } = await openDialog();
    mockServer.use(
      mock(setWbTagsEndpoint, () => mockError(409, { detail: ['Ярлыки тем временем изменили'] })),
    );
    cardTags = [SALE];
    await user.click(dialog.getByRole('checkbox', { name: 'Хит' }));
    await save();
    expect(await screen.findByText('Ярлыки тем временем изменили')).toBeVisible();
    await waitFor(() => expect(dialog.getByRole('checkbox', { name: 'Скидки' })).toBeChecked());
    expect(dialog.getByRole('checkbox', { name: 'Хит' })).not.toBeChecked();
  });

  it('say why they cannot be read', async () => {
    const waiting: (() => void)[] = [];
    mockServer.use(
      mock(readWbTagsEndpoint, async () => {
        await new Promise<void>((answer) => waiting.push(answer));
        return mockError(503, { detail: ['Wildberries не отвечает'] });
      }),
    );
    const refuse = async () => {
      await waitFor(() => expect(waiting).toHaveLength(1));
      waiting.pop()?.();
    };
    const { user } = openPage();
    await user.click(await change());
    await refuse();
    expect(await screen.findByText('Wildberries не отвечает')).toBeVisible();
    const retry = screen.getByRole('button', { name: 'Повторить' });
    await user.click(retry);
    await waitFor(() => expect(retry).toHaveAttribute('aria-busy', 'true'));
    await refuse();
    expect(await screen.findByText('Снова не получилось')).toBeVisible();
    expect(retry).toHaveFocus();
  });
});

describe('a new tag', () => {
  it('is made in its colour and ticked; Enter in the name does not save the card’s tags', async () => {
    const { user, dialog, save } = await openDialog();
    await user.click(dialog.getByRole('button', { name: 'Новый ярлык' }));
    const name = dialog.getByRole('textbox', { name: /^Название ярлыка/ });
    expect(name).toHaveFocus();
    await user.click(dialog.getByRole('checkbox', { name: 'Скидки' }));
    await user.click(dialog.getByRole('radio', { name: 'Синий' }));
    await user.type(name, 'Сезон{Enter}');
    expect(await dialog.findByRole('checkbox', { name: 'Сезон' })).toBeChecked();
    expect(shopTags.at(-1)).toEqual({ id: 9, name: 'Сезон', color: 'E4EAFF' });
    expect(dialog.getByRole('button', { name: 'Новый ярлык' })).toHaveFocus();
    expect(sent).toEqual([]);
    await save();
    await waitFor(() => expect(sent).toEqual([{ tagIds: [1, 2, 9], seenIds: [1] }]));
  });

  it('has a name of at most 15 characters', async () => {
    const { user, dialog } = await openDialog();
    await user.click(dialog.getByRole('button', { name: 'Новый ярлык' }));
    await user.type(dialog.getByRole('textbox', { name: /^Название ярлыка/ }), 'Шестнадцать букв');
    expect(dialog.getByText('Не длиннее 15 символов')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Создать ярлык' })).toHaveAttribute('aria-disabled', 'true');
  });

  it('is not made where the shop has fifteen', async () => {
    shopTags = [
      HIT,
      ...Array.from({ length: 14 }, (_, index) => ({ ...SALE, id: index + 2, name: `№ ${index}` })),
    ];
    const { dialog } = await openDialog();
    expect(dialog.getByRole('button', { name: 'Новый ярлык' })).toHaveAccessibleDescription(
      'В магазине уже 15 ярлыков: больше Wildberries не хранит',
    );
  });
});

describe('what is in the way of a change is said before the press', () => {
  it('a token for reading', async () => {
    const tokens = mockProfile.shops[0]?.tokens.map((token) => ({ ...token, isReadOnly: true })) ?? [];
    withShops(mockProfile.shops.map((shop) => ({ ...shop, tokens })));
    openPage();
    await waitFor(async () =>
      expect(await change()).toHaveAccessibleDescription('Токен «Контент» только для чтения'),
    );
  });

  it('no connection', async () => {
    openPage();
    await change();
    act(() => {
      connectivity.report({ kind: 'failed', method: 'GET', latencyMs: 0 });
      connectivity.report({ kind: 'portal', method: 'GET', latencyMs: 0 });
    });
    await waitFor(async () =>
      expect(await change()).toHaveAccessibleDescription('Ярлыки WB меняются на Wildberries: нужна связь'),
    );
  });
});

import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { generateTitlesEndpoint } from '#contract/card-texts.ts';
import type { CardContent } from '#contract/cards.ts';
import type { ShopCard } from '#contract/shop-cards.ts';
import { mockCard } from '#tests/mocks/cards.ts';
import { mock } from '#tests/mocks/mock-endpoint.ts';
import { mockShopCard } from '#tests/mocks/shop-cards.ts';
import { mockProfile } from '#tests/mocks/users.ts';
import { mockWrittenText } from '#tests/mocks/written-text.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { contentOf } from './card-values.ts';
import { CardFormContext } from './form-context.ts';
import { ShopsPanel } from './shops-panel.tsx';

const saved = contentOf(mockCard(1, { title: 'Кружка', priceKopecks: 305_000, discount: 30 }));

interface PanelInForm {
  inShops: ShopCard[];
  onScreen?: Partial<CardContent>;
}

function PanelInForm({ inShops, onScreen = {} }: PanelInForm) {
  const [values, setValues] = useState<CardContent>({ ...saved, ...onScreen });
  const change = (patch: Partial<CardContent>) => setValues((before) => ({ ...before, ...patch }));
  return (
    <CardFormContext value={{ values, change, errors: {} }}>
      <ShopsPanel shops={mockProfile.shops} inShops={inShops} saved={saved} />
    </CardFormContext>
  );
}

const linesIn = (element: Element | undefined) =>
  within(element as HTMLElement)
    .queryAllByRole('listitem')
    .map((item) => item.textContent.replaceAll(/[\u00a0\u202f]/g, ' '));
const shopLines = () =>
  screen.getAllByRole('listitem').filter((item) => item.dataset['field']?.startsWith('shopTexts'));

describe('the card in each shop', () => {
  it('says what a shipment would change there, old → new, and nothing of a shop that has the card as it is', () => {
    const unsentChanges = [
      { field: 'priceKopecks', here: 305_000, inShop: 299_000 },
      { field: 'discount', here: 30, inShop: 25 },
      { field: 'title', here: 'Кружка', inShop: 'Чашка' },
      { field: 'description', here: null, inShop: null },
      { field: 'somethingNew', here: null, inShop: null },
    ];
    renderPage(<PanelInForm inShops={[mockShopCard(1, { unsentChanges }), mockShopCard(2)]} />);
    const [first, second] = shopLines();
    expect(linesIn(first)).toEqual([
      'Цена со скидкой: 2 242,50 ₽ → 2 135 ₽',
      'Наименование: ЧашкаКружка',
      'Цена до скидки: 2 990 ₽ → 3 050 ₽',
      'Скидка: 25 % → 30 %',
      'Описание: изменено',
      'Другие поля: изменено',
    ]);
    expect(within(first as HTMLElement).getByText('Не отправлены правки')).toBeVisible();
    expect(linesIn(second)).toEqual([]);
    expect(within(second as HTMLElement).getByText('Опубликована')).toBeVisible();
  });

  it('follows what is typed, before it is saved', () => {
    const onScreen = {
      priceKopecks: 335_500,
      description: 'Другое',
      shopTexts: [{ shopId: 2, title: 'Пиала', description: '' }],
    };
    const own = { ownPriceKopecks: 305_000, ownDiscount: null };
    renderPage(<PanelInForm inShops={[mockShopCard(1), mockShopCard(2, own)]} onScreen={onScreen} />);
    const [first, second] = shopLines();
    expect(linesIn(first)).toEqual([
      'Цена со скидкой: 2 135 ₽ → 2 348,50 ₽',
      'Цена до скидки: 3 050 ₽ → 3 355 ₽',
      'Описание: изменено',
    ]);
    expect(linesIn(second)).toEqual(['Наименование: КружкаПиала', 'Описание: изменено']);
  });

  it('leads to the card at the marketplace, and says what is there and since when that is known', () => {
    renderPage(
      <PanelInForm inShops={[mockShopCard(1), mockShopCard(2, { nmId: null, state: 'NOT_SENT' })]} />,
    );
    const [first, second] = shopLines();
    expect(within(first as HTMLElement).getByRole('link', { name: /nmId 120000001/ })).toHaveAttribute(
      'href',
      'https://www.wildberries.ru/catalog/120000001/detail.aspx',
    );
    expect(first).toHaveTextContent(/На маркетплейсе 2\s135\s₽, данные на 20\sноября, 14:02/);
    expect(within(second as HTMLElement).queryByRole('link')).toBeNull();
    expect(second).not.toHaveTextContent('На маркетплейсе');
  });
});

describe('texts for one shop', () => {
  it('are written for it, held to the limits, and given up again', async () => {
    const user = userEvent.setup();
    renderPage(<PanelInForm inShops={[mockShopCard(1)]} />);
    const [shop] = mockProfile.shops;
    const open = () => user.click(screen.getByRole('button', { name: `Свои тексты для «${shop?.name}»` }));
    await open();
    const dialog = await screen.findByRole('dialog');
    const title = within(dialog).getByLabelText('Своё наименование');
    await user.type(title, 'о'.repeat(61));
    expect(within(dialog).getByRole('button', { name: 'Готово' })).toHaveAttribute('aria-disabled', 'true');
    await user.clear(title);
    await user.type(title, 'Пиала синяя{Enter}');
    expect(shopLines()[0]).toHaveTextContent('Пиала синяя');
    await open();
    await user.click(await screen.findByRole('button', { name: 'Как в карточке' }));
    expect(shopLines()[0]).not.toHaveTextContent('Пиала');
  });

  it('has a description written in words of its own', async () => {
    const asked: unknown[] = [];
    mockServer.use(
      mockWrittenText(({ body }) => {
        asked.push(body.shopId);
        return [{ description: 'Кружка для чая.', source: 'rules' }];
      }),
    );
    const user = userEvent.setup();
    renderPage(<PanelInForm inShops={[mockShopCard(1)]} />);
    const [first] = screen.getAllByRole('button', { name: /^Свои тексты/ });
    await user.click(first as HTMLElement);
    await user.click(await screen.findByRole('button', { name: 'Написать' }));
    await user.click(await screen.findByRole('button', { name: 'Вставить' }));
    expect(screen.getByLabelText('Своё описание')).toHaveValue('Кружка для чая.');
    expect(asked).toEqual([1]);
  });

  it('are offered for all shops, no two alike, taken one by one, and taken back', async () => {
    mockServer.use(
      mock(generateTitlesEndpoint, ({ body }) => ({
        titles: [],
        byShop: (body.shopIds ?? []).map((shopId) => ({ shopId, title: `Кружка ${shopId}` })),
        source: 'rules' as const,
      })),
    );
    const user = userEvent.setup();
    const onScreen = { shopTexts: [{ shopId: 2, title: 'Пиала', description: 'Своё' }] };
    renderPage(<PanelInForm inShops={[mockShopCard(1), mockShopCard(2)]} onScreen={onScreen} />);
    await user.click(screen.getByRole('button', { name: 'Разные наименования' }));
    await user.click(await screen.findByRole('button', { name: 'Предложить' }));
    const [firstShop] = mockProfile.shops;
    await user.click(await screen.findByRole('checkbox', { name: `Взять для ${firstShop?.name}` }));
    await user.click(screen.getByRole('button', { name: /^Взять \d/ }));
    expect(shopLines()[0]).not.toHaveTextContent('Кружка 1');
    expect(shopLines()[1]).toHaveTextContent('Кружка 2');
    expect(shopLines()[1]).toHaveTextContent('Своё описание');
    await user.click(screen.getByRole('button', { name: 'Вернуть прежние' }));
    expect(shopLines()[1]).toHaveTextContent('Пиала');
  });
});

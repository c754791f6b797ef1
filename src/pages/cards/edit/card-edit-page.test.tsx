import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { checkCardEndpoint, sendCardsEndpoint } from '#contract/card-sending.ts';
import { updateCardEndpoint } from '#contract/cards.ts';
import { listShipmentErrorsEndpoint } from '#contract/shipments.ts';
import { listShopCardsEndpoint } from '#contract/shop-cards.ts';
import { listSubjectCharacteristicsEndpoint, listSubjectsEndpoint } from '#contract/subjects.ts';
import { cardHandlers, mockCard } from '#tests/mocks/cards.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { mockShopCard } from '#tests/mocks/shop-cards.ts';
import { mockWrittenText } from '#tests/mocks/written-text.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { CardEditPage } from './card-edit-page.tsx';

const title = () => screen.findByRole('textbox', { name: /Наименование/ });

describe('editing a card', () => {
  it('opens by id and by nmId', async () => {
    renderPage(<CardEditPage />, '/home/cards/edit?id=2');
    expect(await title()).toHaveValue('Кружка керамическая 2');
  });

  it('finds a card by nmId and says so when there is none', async () => {
    const { router } = renderPage(<CardEditPage />, '/home/cards/edit?nmId=218734503');
    expect(await title()).toHaveValue('Кружка керамическая 3');
    await router.navigate('/home/cards/edit?nmId=1');
    expect(await screen.findByText('Карточка не найдена')).toBeVisible();
  });

  it('leads on from a card that does not exist, and says when its shops have not come', async () => {
    mockServer.use(mock(listShopCardsEndpoint, () => mockError(503, { detail: ['Магазины не отвечают'] })));
    const { router } = renderPage(<CardEditPage />, '/home/cards/edit?id=1');
    expect((await screen.findAllByText('Магазины не отвечают')).length).toBeGreaterThan(0);
    expect(screen.getByRole('button', { name: 'Повторить' })).toBeVisible();
    await router.navigate('/home/cards/edit?id=99999');
    expect(await screen.findByRole('link', { name: 'К списку карточек' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Повторить' })).toBeNull();
  });

  it('characteristics that failed to come can be asked for again', async () => {
    mockServer.use(mock(listSubjectCharacteristicsEndpoint, () => mockError(503, { detail: ['Занято'] })));
    const { user } = renderPage(<CardEditPage />, '/home/cards/edit?id=1');
    const again = await screen.findByRole('button', { name: 'Повторить' });
    mockServer.use(...cardHandlers());
    await user.click(again);
    expect(await screen.findByRole('combobox', { name: /Цвет/ })).toBeVisible();
  });

  it('saves changed fields only, with the version they were read at', async () => {
    const sent: { body: unknown; version: string | null }[] = [];
    mockServer.use(
      mock(updateCardEndpoint, ({ body, request }) => {
        sent.push({ body, version: request.headers.get('if-match') });
        return { ...mockCard(1, { version: 2 }), ...body } as ReturnType<typeof mockCard>;
      }),
    );
    const { user } = renderPage(<CardEditPage />, '/home/cards/edit?id=1');
    await user.clear(await title());
    await user.type(await title(), '  Чашка ');
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    expect(await screen.findByText('Сохранено')).toBeVisible();
    expect(sent).toEqual([{ body: { title: 'Чашка' }, version: '"v1"' }]);
  });

  it('saves and sends in two presses: what is saved, to the shops that have the card', async () => {
    const done: string[] = [];
    mockServer.use(
      mock(listShopCardsEndpoint, () => [mockShopCard(2), mockShopCard(1, { nmId: null })]),
      mock(updateCardEndpoint, ({ body }) => {
        done.push(`saved ${body.priceKopecks}`);
        return mockCard(1, { version: 2, priceKopecks: Number(body.priceKopecks) });
      }),
      mock(sendCardsEndpoint, ({ body }) => {
        done.push(`sent ${JSON.stringify(body.selection)} to ${body.shopIds.join()}`);
        return { id: 7, status: 'NEW', cards: 1, shops: 1 };
      }),
    );
    const { user } = renderPage(<CardEditPage />, '/home/cards/edit?id=1&tab=PRICE_AND_DISCOUNT');
    const price = await screen.findByRole('textbox', { name: 'Цена до скидки' });
    await user.clear(price);
    await user.type(price, '500');
    await user.click(screen.getByRole('button', { name: 'Сохранить и отправить' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Отправить в магазины' }));
    const send = await dialog.findByRole('button', { name: /^Отправить 1.карточку в 1.магазин$/ });
    await waitFor(() => expect(send).not.toHaveAttribute('aria-disabled', 'true'));
    await user.click(send);
    await waitFor(() => expect(done).toEqual(['saved 50000', 'sent {"ids":[1]} to 2']));
  });

  it('sends nothing of what could not be saved', async () => {
    mockServer.use(mock(updateCardEndpoint, () => mockError(500, { detail: ['Сервер занят'] })));
    const { user } = renderPage(<CardEditPage />, '/home/cards/edit?id=1&tab=PRICE_AND_DISCOUNT');
    const price = await screen.findByRole('textbox', { name: 'Цена до скидки' });
    await user.type(price, '1');
    await user.click(screen.getByRole('button', { name: 'Сохранить и отправить' }));
    expect(await screen.findByText('Сервер занят')).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Сохранить и отправить' })).toBeVisible();
  });

  it('joins changes of different fields and says so', async () => {
    const theirs = mockCard(1, { version: 5, brand: 'Сновея' });
    const sent: unknown[] = [];
    mockServer.use(
      mock(updateCardEndpoint, ({ body, request }) => {
        if (request.headers.get('if-match') !== '"v5"') {
          return mockError(412, { code: 'version_conflict', detail: ['Карточку изменили'], current: theirs });
        }
        sent.push(body);
        return { ...theirs, version: 6, title: 'Чашка' };
      }),
    );
    const { user } = renderPage(<CardEditPage />, '/home/cards/edit?id=1');
    await user.clear(await title());
    await user.type(await title(), 'Чашка');
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    expect(await screen.findByText(/правки объединены/)).toBeVisible();
    expect(sent).toEqual([{ title: 'Чашка' }]);
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Бренд' })).toHaveValue('Сновея'));
  });

  it('asks about a field that both changed, with theirs chosen at first', async () => {
    const theirs = mockCard(1, { version: 5, title: 'Пиала', updatedBy: 'Второй' });
    const sent: unknown[] = [];
    mockServer.use(
      mock(updateCardEndpoint, ({ body, request }) => {
        if (request.headers.get('if-match') !== '"v5"') {
          return mockError(412, { code: 'version_conflict', detail: ['Карточку изменили'], current: theirs });
        }
        sent.push(body);
        return { ...theirs, version: 6, title: 'Чашка' };
      }),
    );
    const { user } = renderPage(<CardEditPage />, '/home/cards/edit?id=1');
    await user.clear(await title());
    await user.type(await title(), 'Чашка');
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(/Второй/)).toBeVisible();
    expect(within(dialog).getByText(/Было:/)).toHaveTextContent('Кружка керамическая 1');
    expect(within(dialog).getByRole('radio', { name: /Их правка/ })).toBeChecked();
    expect(sent).toEqual([]);
    await user.click(within(dialog).getByRole('radio', { name: /Моя правка/ }));
    await user.click(within(dialog).getByRole('button', { name: 'Сохранить выбранное' }));
    await waitFor(() => expect(sent).toEqual([{ title: 'Чашка' }]));
  });

  it('asks about a price when the discount was changed meanwhile, and sends what was chosen', async () => {
    const theirs = mockCard(1, { version: 5, discount: 10, brand: 'Сновея' });
    const sent: unknown[] = [];
    mockServer.use(
      mock(updateCardEndpoint, ({ body, request }) => {
        if (request.headers.get('if-match') !== '"v5"') {
          return mockError(412, { code: 'version_conflict', detail: ['Карточку изменили'], current: theirs });
        }
        sent.push(body);
        return { ...theirs, version: 6, priceKopecks: 500_00 };
      }),
    );
    const { user } = renderPage(<CardEditPage />, '/home/cards/edit?id=1&tab=PRICE_AND_DISCOUNT');
    const price = await screen.findByRole('textbox', { name: 'Цена до скидки' });
    await user.clear(price);
    await user.type(price, '500');
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(screen.queryByText('Карточку изменили')).not.toBeInTheDocument();
    expect(sent).toEqual([]);
    await user.click(dialog.getByRole('radio', { name: /Моя правка/ }));
    await user.click(dialog.getByRole('button', { name: 'Сохранить выбранное' }));
    await waitFor(() => expect(sent).toEqual([{ priceKopecks: 500_00 }]));
    expect(await screen.findByText('Сохранено')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Скидка' })).toHaveValue('10');
  });

  it('shows the server’s complaint at its field', async () => {
    mockServer.use(
      mock(updateCardEndpoint, () =>
        mockError(400, {
          code: 'validation_failed',
          detail: ['Проверьте поля'],
          errors: [{ field: 'title', detail: 'Поле Наименование не должно содержать запрещенные символы' }],
        }),
      ),
    );
    const { user } = renderPage(<CardEditPage />, '/home/cards/edit?id=1');
    await user.type(await title(), '!');
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    expect(await screen.findByText(/запрещенные символы/)).toBeVisible();
    expect(await title()).toHaveValue('Кружка керамическая 1!');
  });

  it('refuses a title that is too long before sending it', async () => {
    const { user } = renderPage(<CardEditPage />, '/home/cards/edit?id=1');
    await user.clear(await title());
    await user.type(await title(), 'д'.repeat(61));
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    expect(await screen.findByText('Не длиннее 60 символов')).toBeVisible();
  });

  it('a measure that no card takes is said at its field, and is no change «of another version»', async () => {
    const { user } = renderPage(<CardEditPage />, '/home/cards/edit?id=1');
    const length = await screen.findByRole('textbox', { name: 'Длина' });
    await user.clear(length);
    await user.type(length, '99999');
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    await waitFor(() => expect(length).toHaveAccessibleDescription(/Не больше 1000/));
    expect(screen.queryByText(/другой версии/)).toBeNull();
  });

  it('a save that the form refuses leads to what it refused, on whichever tab that is', async () => {
    const { user } = renderPage(<CardEditPage />, '/home/cards/edit?id=1');
    await user.clear(await title());
    await user.click(screen.getByRole('link', { name: 'Цены и скидки' }));
    await screen.findByRole('textbox', { name: 'Цена до скидки' });
    await user.keyboard('{Control>}s{/Control}');
    await waitFor(async () => expect(await title()).toHaveFocus());
    expect(await title()).toHaveAccessibleDescription(/Укажите наименование/);
  });

  it('fills the title from a suggested variant', async () => {
    const { user } = renderPage(<CardEditPage />, '/home/cards/edit?id=1');
    await title();
    await user.click(screen.getByRole('button', { name: 'Предложить варианты' }));
    await user.click(await screen.findByRole('button', { name: 'Кружка для чая белая' }));
    expect(await title()).toHaveValue('Кружка для чая белая');
    expect(screen.getByText('Было: Кружка керамическая 1')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Вернуть прежнее' }));
    expect(await title()).toHaveValue('Кружка керамическая 1');
  });

  it('offers a written description beside the one that stands there, and takes it back', async () => {
    mockServer.use(mockWrittenText(() => [{ description: 'Написано за вас.', source: 'rules' }]));
    const { user } = renderPage(<CardEditPage />, '/home/cards/edit?id=1');
    const description = () => screen.getByRole('textbox', { name: 'Описание' });
    await title();
    await user.click(screen.getByRole('button', { name: 'Написать' }));
    const offer = within(await screen.findByRole('region', { name: 'Предложенное описание' }));
    expect(offer.getByText('Для чая и кофе.').closest('del')).not.toBeNull();
    expect(offer.getByText('Написано за вас.').closest('ins')).not.toBeNull();
    expect(description()).toHaveValue('Для чая и кофе.');
    await user.click(offer.getByRole('button', { name: 'Заменить' }));
    expect(description()).toHaveValue('Написано за вас.');
    await user.click(screen.getByRole('button', { name: 'Вернуть прежнее' }));
    expect(description()).toHaveValue('Для чая и кофе.');
  });

  it('chooses a subject by the keyboard', async () => {
    mockServer.use(
      mock(listSubjectsEndpoint, () => [
        { id: 812, name: 'Кружки', parentName: 'Посуда' },
        { id: 813, name: 'Чашки', parentName: 'Посуда' },
      ]),
      ...cardHandlers([mockCard(1, { nmId: null, shopIds: [], state: 'DRAFT' })]),
    );
    const { user } = renderPage(<CardEditPage />, '/home/cards/edit?id=1');
    await user.click(await screen.findByRole('button', { name: 'Предмет: Кружки' }));
    const search = await screen.findByRole('combobox', { name: 'Поиск предмета' });
    await screen.findByRole('option', { name: /Чашки/ });
    await user.type(search, '{ArrowDown}{ArrowDown}');
    expect(screen.getByRole('option', { name: /Чашки/ })).toHaveAttribute('aria-selected', 'true');
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('button', { name: 'Предмет: Чашки' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Отменить правки' }));
    expect(await screen.findByRole('button', { name: 'Предмет: Кружки' })).toBeVisible();
  });

  it('takes the only subject that is found by Enter, and none of several', async () => {
    const subjects = ['Кружки', 'Чашки'].map((name, index) => ({
      id: 812 + index,
      name,
      parentName: 'Посуда',
    }));
    mockServer.use(
      mock(listSubjectsEndpoint, ({ query }) =>
        subjects.filter(({ name }) => name.toLowerCase().includes(query.search ?? '')),
      ),
      ...cardHandlers([mockCard(1, { nmId: null, shopIds: [], state: 'DRAFT' })]),
    );
    const { user } = renderPage(<CardEditPage />, '/home/cards/edit?id=1');
    await user.click(await screen.findByRole('button', { name: 'Предмет: Кружки' }));
    const search = await screen.findByRole('combobox', { name: 'Поиск предмета' });
    await user.type(search, 'ки');
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2));
    await user.keyboard('{Enter}');
    expect(screen.getByRole('dialog', { name: 'Предмет' })).toBeVisible();
    await user.clear(search);
    await user.type(search, 'чаш');
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('button', { name: 'Предмет: Чашки' })).toBeVisible();
  });

  it('says which required characteristic is empty', async () => {
    mockServer.resetHandlers();
    mockServer.use(...cardHandlers([mockCard(1, { characteristics: [] })]));
    renderPage(<CardEditPage />, '/home/cards/edit?id=1');
    const field = await screen.findByRole('combobox', { name: /Цвет/ });
    expect(
      within(field.closest('[data-field]') as HTMLElement).getByText('Заполните: обязательная'),
    ).toBeVisible();
  });
});

describe('«Исправить»', () => {
  const LINK = '/home/cards/edit?id=1&shipment=12&error=55&field=';
  const complainOf = (field: string | null) =>
    mockServer.use(
      mock(listShipmentErrorsEndpoint, () => [
        {
          id: 55,
          itemId: 1,
          cardId: 1,
          shopId: 1,
          shopName: 'Московский',
          vendorCode: 'MUG-1',
          title: 'Кружка',
          nmId: null,
          stage: 'CARD' as const,
          code: null,
          message: 'Не должно содержать запрещенные символы',
          field,
          at: '2026-11-20T14:05:00+03:00',
        },
      ]),
    );
  const COMPLAINT = 'Wildberries, «Московский»: Не должно содержать запрещенные символы';

  it.each([
    ['description', 'Описание'],
    ['title', 'Наименование'],
  ])('leads into the field «%s» itself, with what the marketplace said', async (field, label) => {
    complainOf(field);
    const { user } = renderPage(<CardEditPage />, LINK + field);
    const input = await screen.findByRole('textbox', { name: new RegExp(`^${label}`) });
    await waitFor(() => expect(input).toHaveFocus());
    await waitFor(() => expect(input).toHaveAccessibleDescription(new RegExp(COMPLAINT)));
    const before = (input as HTMLInputElement).value;
    await user.keyboard('{Enter}');
    expect((input as HTMLInputElement).value.trim()).toContain(before);
    await user.keyboard('!');
    expect(screen.queryByText(COMPLAINT)).not.toBeInTheDocument();
  });

  it('never focuses a button that removes or generates', async () => {
    renderPage(<CardEditPage />, `${LINK}photos`);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Загрузить' })).toHaveFocus());
  });

  it('says the complaint above the form when its field is not known', async () => {
    complainOf(null);
    renderPage(<CardEditPage />, LINK);
    expect(await screen.findByText(COMPLAINT)).toBeVisible();
  });
});

describe('«Проверить»', () => {
  it('checks what is on the screen, not what is stored', async () => {
    const asked: unknown[] = [];
    mockServer.use(
      mock(checkCardEndpoint, ({ body }) => {
        asked.push(body);
        const detail = 'Нет фото';
        const warning = { cardId: 1, shopId: null, kind: 'warning' as const, field: 'photos', detail };
        return { cards: 1, problems: [warning], shops: [] };
      }),
    );
    const { user } = renderPage(<CardEditPage />, '/home/cards/edit?id=1');
    await user.clear(await title());
    await user.click(screen.getByRole('button', { name: 'Проверить' }));
    expect(await screen.findByText(/Найдено 2.замечания/)).toBeVisible();
    expect(screen.getByText('Укажите наименование')).toBeVisible();
    expect(asked).toMatchObject([{ selection: { ids: [1] }, content: { title: '', vendorCode: 'MUG-1' } }]);
    await user.type(await title(), 'К');
    expect(screen.getByText(/изменена после проверки/)).toBeVisible();
  });
});

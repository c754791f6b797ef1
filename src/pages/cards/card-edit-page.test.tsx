import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { updateCard } from '#contract/cards.ts';
import { cardHandlers, mockCard } from '#tests/mocks/cards.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
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

  it('saves changed fields only, with the version they were read at', async () => {
    const sent: { body: unknown; version: string | null }[] = [];
    mockServer.use(
      mock(updateCard, ({ body, request }) => {
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

  it('joins changes of different fields and says so', async () => {
    const theirs = mockCard(1, { version: 5, brand: 'Сновея' });
    const sent: unknown[] = [];
    mockServer.use(
      mock(updateCard, ({ body, request }) => {
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
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Бренд' })).toHaveValue('Сновея'));
  });

  it('asks about a field that both changed, with theirs chosen at first', async () => {
    const theirs = mockCard(1, { version: 5, title: 'Пиала', updatedBy: 'Второй' });
    const sent: unknown[] = [];
    mockServer.use(
      mock(updateCard, ({ body, request }) => {
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

  it('shows the server’s complaint at its field', async () => {
    mockServer.use(
      mock(updateCard, () =>
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

  it('fills the title from a suggested variant', async () => {
    const { user } = renderPage(<CardEditPage />, '/home/cards/edit?id=1');
    await title();
    await user.click(screen.getByRole('button', { name: 'Предложить варианты' }));
    await user.click(await screen.findByRole('button', { name: 'Кружка для чая белая' }));
    expect(await title()).toHaveValue('Кружка для чая белая');
  });

  it('says which required characteristic is empty', async () => {
    mockServer.resetHandlers();
    mockServer.use(...cardHandlers([mockCard(1, { characteristics: [] })]));
    renderPage(<CardEditPage />, '/home/cards/edit?id=1');
    const field = await screen.findByRole('textbox', { name: /Цвет/ });
    expect(
      within(field.closest('[data-field]') as HTMLElement).getByText('Заполните: обязательная'),
    ).toBeVisible();
  });
});

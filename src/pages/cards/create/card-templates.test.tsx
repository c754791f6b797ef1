import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { expect, it } from 'vitest';
import { createCardTemplateEndpoint, listCardTemplatesEndpoint } from '#contract/card-templates.ts';
import { cardTemplateHandlers, mockTemplate } from '#tests/mocks/card-templates.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { CardEditPage } from '#pages/cards/edit/card-edit-page.tsx';
import { CardCreatePage } from './card-create-page.tsx';

const CREATE = '/home/cards/create';

it('a template fills the form; the vendor code is left to be typed', async () => {
  mockServer.use(...cardTemplateHandlers([mockTemplate(7, 'Кружка белая')]));
  const { user } = renderPage(<CardCreatePage />, CREATE);
  await user.click(await screen.findByRole('button', { name: 'Создать из шаблона «Кружка белая»' }));
  expect(await screen.findByRole('textbox', { name: /Наименование/ })).toHaveValue('Кружка керамическая 7');
  expect(screen.getByRole('textbox', { name: /Артикул продавца/ })).toHaveValue('');
  expect(screen.getByRole('button', { name: 'Предмет: Кружки' })).toBeVisible();
});

it('templates that did not load are asked for again by a press', async () => {
  mockServer.use(mock(listCardTemplatesEndpoint, () => mockError(500, { detail: ['Нет'] })));
  const { user } = renderPage(<CardCreatePage />, CREATE);
  expect(await screen.findByText('Шаблоны не загрузились.')).toBeVisible();
  mockServer.use(...cardTemplateHandlers([mockTemplate(7, 'Кружка')]));
  await user.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByRole('button', { name: 'Создать из шаблона «Кружка»' })).toBeVisible();
});

it('a template is renamed; deleted, it comes back by one press', async () => {
  mockServer.use(...cardTemplateHandlers([mockTemplate(7, 'Кружка')]));
  const { user } = renderPage(<CardCreatePage />, CREATE);
  await user.click(await screen.findByRole('button', { name: 'Переименовать «Кружка»' }));
  const name = screen.getByRole('textbox', { name: 'Новое название шаблона «Кружка»' });
  await user.clear(name);
  await user.type(name, 'Чашка{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Удалить «Чашка»' }));
  expect(await screen.findByText(/Шаблонов пока нет/)).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Вернуть' }));
  expect(await screen.findByRole('button', { name: 'Создать из шаблона «Чашка»' })).toBeVisible();
});

it('the focus of a deleted template goes to the next one, that of the last to the panel', async () => {
  mockServer.use(...cardTemplateHandlers([mockTemplate(7, 'Кружка'), mockTemplate(8, 'Чашка')]));
  const { user } = renderPage(<CardCreatePage />, CREATE);
  const remove = async (name: string) => {
    (await screen.findByRole('button', { name: `Удалить «${name}»` })).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByText(name)).toBeNull());
  };
  await remove('Кружка');
  expect(screen.getByRole('button', { name: 'Создать из шаблона «Чашка»' })).toHaveFocus();
  await remove('Чашка');
  expect(document.activeElement).toContainElement(screen.getByText(/Шаблонов пока нет/));
  expect(document.body).not.toHaveFocus();
});

it('a new name is let go by Escape, and the keyboard is where it was', async () => {
  mockServer.use(...cardTemplateHandlers([mockTemplate(7, 'Кружка')]));
  const { user } = renderPage(<CardCreatePage />, CREATE);
  await user.click(await screen.findByRole('button', { name: 'Переименовать «Кружка»' }));
  await user.type(screen.getByRole('textbox', { name: 'Новое название шаблона «Кружка»' }), '!{Escape}');
  expect(screen.getByRole('button', { name: 'Создать из шаблона «Кружка»' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Переименовать «Кружка»' })).toHaveFocus();
});

it('among many, one is found by its name', async () => {
  const many = Array.from({ length: 9 }, (_, index) => mockTemplate(index + 1, `Шаблон ${index + 1}`));
  mockServer.use(...cardTemplateHandlers(many));
  const { user } = renderPage(<CardCreatePage />, CREATE);
  const search = await screen.findByRole('searchbox', { name: 'Поиск шаблона' });
  await user.type(search, 'шаблон 3');
  expect(screen.getAllByRole('button', { name: /Создать из шаблона/ })).toHaveLength(1);
  await user.type(search, '3');
  expect(screen.getByText('Такого шаблона нет')).toBeVisible();
});

it('a template that was pressed opens although its row has left the list by then', async () => {
  const many = Array.from({ length: 9 }, (_, index) => mockTemplate(index + 1, `Шаблон ${index + 1}`));
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  // With nothing to say itself, it leaves the answer to the handlers behind it.
  mockServer.use(
    http.get('*/card-templates/3/', async () => await answered),
    ...cardTemplateHandlers(many),
  );
  const { user } = renderPage(<CardCreatePage />, CREATE);
  await user.click(await screen.findByRole('button', { name: 'Создать из шаблона «Шаблон 3»' }));
  await user.type(screen.getByRole('searchbox', { name: 'Поиск шаблона' }), 'шаблон 9');
  expect(screen.queryByRole('button', { name: 'Создать из шаблона «Шаблон 3»' })).toBeNull();
  answer();
  expect(await screen.findByRole('textbox', { name: /Наименование/ })).toHaveValue('Кружка керамическая 3');
});

it('a card is saved as a template from the editor’s menu, with the photos if asked', async () => {
  const asked: unknown[] = [];
  mockServer.use(
    mock(createCardTemplateEndpoint, ({ body }) => {
      asked.push(body);
      return body.name === 'Занято'
        ? mockError(400, { detail: ['Шаблон «Занято» уже есть'] })
        : mockTemplate(1, body.name);
    }),
  );
  const { user } = renderPage(<CardEditPage />, '/home/cards/edit?id=1');
  await user.click(await screen.findByRole('button', { name: 'Другие действия' }));
  await user.click(screen.getByRole('menuitem', { name: 'Сохранить как шаблон' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Сохранить как шаблон' }));
  const name = dialog.getByRole('textbox', { name: 'Название шаблона' });
  expect(name).toHaveValue('Кружка керамическая 1');
  await user.clear(name);
  await user.type(name, 'Занято');
  await user.click(dialog.getByRole('button', { name: 'Сохранить' }));
  expect(await dialog.findByText('Шаблон «Занято» уже есть')).toBeVisible();
  await user.clear(name);
  await user.type(name, 'Свободно');
  await user.click(dialog.getByRole('checkbox', { name: /Вместе с фото/ }));
  await user.click(dialog.getByRole('button', { name: 'Сохранить' }));
  expect(await screen.findByText('Шаблон «Свободно» сохранён')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked).toEqual([
    { name: 'Занято', cardId: 1, withPhotos: false },
    { name: 'Свободно', cardId: 1, withPhotos: true },
  ]);
});

it('what is typed and not saved is no template yet', async () => {
  const { user } = renderPage(<CardEditPage />, '/home/cards/edit?id=1');
  await user.type(await screen.findByRole('textbox', { name: /Наименование/ }), '!');
  await user.click(screen.getByRole('button', { name: 'Другие действия' }));
  expect(screen.getByText('Сначала сохраните карточку: шаблон берётся с неё')).toBeVisible();
});

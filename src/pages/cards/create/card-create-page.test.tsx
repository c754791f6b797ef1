import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { checkNewCardEndpoint } from '#contract/card-sending.ts';
import { createCardEndpoint, parseCardEndpoint, parseResellerCardEndpoint } from '#contract/card-creation.ts';
import { getProfileEndpoint } from '#contract/users.ts';
import { listRecentSubjectsEndpoint } from '#contract/subjects.ts';
import { mockProfile } from '#tests/mocks/users.ts';
import { mockCard } from '#tests/mocks/cards.ts';
import { mock } from '#tests/mocks/mock-endpoint.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { CardCreatePage } from './card-create-page.tsx';

const CREATE = '/home/cards/create';
const field = (name: RegExp) => screen.findByRole('textbox', { name });

it('a recent subject is one press away from the form, which has it', async () => {
  const { user, address } = renderPage(<CardCreatePage />, CREATE);
  const recent = within(await screen.findByRole('list', { name: 'Недавние предметы' }));
  await user.click(recent.getByRole('button', { name: 'Кружки' }));
  expect(address()).toBe(`${CREATE}?step=form`);
  expect(await screen.findByRole('button', { name: 'Предмет: Кружки' })).toBeVisible();
  await waitFor(async () => expect(await field(/Наименование/)).toHaveFocus());
});

it('a subject that was not used before is found by its name; the recent ones stand first', async () => {
  const recent = { id: 69, name: 'Платья', parentName: 'Одежда' };
  mockServer.use(mock(listRecentSubjectsEndpoint, () => [recent]));
  const { user } = renderPage(<CardCreatePage />, CREATE);
  await screen.findByRole('button', { name: 'Платья' });
  await user.click(screen.getByRole('button', { name: 'Выбрать предмет' }));
  await screen.findByRole('option', { name: /Кружки/ });
  const names = screen.getAllByRole('option').map(({ textContent }) => textContent);
  expect(names).toEqual(['Платьянедавний · Одежда', 'КружкиПосуда и инвентарь']);
  await user.click(screen.getByRole('option', { name: /Кружки/ }));
  expect(await screen.findByRole('button', { name: 'Предмет: Кружки' })).toBeVisible();
});

it('the empty form has an address of its own', async () => {
  const { user, address } = renderPage(<CardCreatePage />, CREATE);
  await user.click(await screen.findByRole('button', { name: 'Пустая форма' }));
  expect(await field(/Наименование/)).toHaveValue('');
  expect(address()).toBe(`${CREATE}?step=form`);
});

it('of a package that nobody has measured the fields are empty, say what is missing, and the card is saved so', async () => {
  const asked: unknown[] = [];
  mockServer.use(
    mock(createCardEndpoint, ({ body }) => {
      asked.push(body.dimensions);
      return { ...mockCard(100, { state: 'DRAFT' }), ...body };
    }),
  );
  const { user } = renderPage(<CardCreatePage />, CREATE);
  await user.click(await screen.findByRole('button', { name: 'Кружки' }));
  expect(await field(/^Длина/)).toHaveValue('');
  expect(screen.getByRole('textbox', { name: /^Вес/ })).toHaveValue('');
  expect(screen.getByText(/^Укажите размеры и вес вместе с упаковкой/)).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: /^Длина/ }), '12');
  await user.type(screen.getByRole('textbox', { name: /^Высота/ }), '0');
  await user.tab();
  expect(screen.getByRole('textbox', { name: /^Высота/ })).toHaveValue('');
  expect(screen.getByText(/^Укажите ширину, высоту, вес вместе с упаковкой/)).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: /Наименование/ }), 'Чашка');
  await user.type(screen.getByRole('textbox', { name: /Артикул продавца/ }), 'Ч-1');
  await user.click(screen.getByRole('button', { name: 'Создать карточку' }));
  await waitFor(() => expect(asked).toEqual([{ lengthCm: 12, widthCm: 0, heightCm: 0, weightKg: 0 }]));
});

it('a size that is taken away leaves the keyboard where another one is added', async () => {
  const { user } = renderPage(<CardCreatePage />, '/home/cards/create?step=form');
  const add = await screen.findByRole('button', { name: 'Добавить размер' });
  await user.click(add);
  await user.click(screen.getByRole('button', { name: /^Убрать размер/ }));
  expect(add).toHaveFocus();
});

it('an article of one’s own shop fills the form', async () => {
  const { subjectName, ...content } = mockCard(7);
  mockServer.use(
    mock(parseCardEndpoint, ({ params }) => ({ ...content, subjectName, shopId: 1, nmId: params.nmId })),
  );
  const { user } = renderPage(<CardCreatePage />, CREATE);
  await user.type(await field(/Артикул WB/), '218734507{Enter}');
  expect(await field(/Наименование/)).toHaveValue(content.title);
  expect(screen.getByRole('button', { name: `Предмет: ${subjectName}` })).toBeVisible();
});

it('the reseller programme is offered to its members alone', async () => {
  renderPage(<CardCreatePage />, CREATE);
  expect(await screen.findByRole('heading', { name: 'По артикулу WB' })).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'По программе реселлеров' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Выбрать файл' })).toHaveAttribute('href', '/home/cards/import');
});

it('a member of the reseller programme asks for a card there', async () => {
  const { subjectName, ...content } = mockCard(7);
  mockServer.use(
    mock(getProfileEndpoint, () => ({ ...mockProfile, resellupId: 'RP-1' })),
    mock(parseResellerCardEndpoint, ({ body }) => ({ ...content, subjectName, shopId: 1, nmId: body.nmId })),
  );
  const { user } = renderPage(<CardCreatePage />, CREATE);
  expect(await screen.findByRole('heading', { name: 'По программе реселлеров' })).toBeVisible();
  const [, articleThere] = screen.getAllByRole('textbox', { name: /Артикул WB/ });
  if (!articleThere) throw new Error('The programme has no field');
  await user.type(articleThere, '218734507{Enter}');
  expect(await field(/Наименование/)).toHaveValue(content.title);
});

it('another way may be chosen after all: what was typed stays, and is created', async () => {
  const created: unknown[] = [];
  mockServer.use(
    mock(createCardEndpoint, ({ body }) => {
      created.push(body);
      return { ...mockCard(100, { state: 'DRAFT' }), ...body };
    }),
  );
  const { user, address } = renderPage(<CardCreatePage />, `${CREATE}?step=form`);
  await user.type(await field(/Наименование/), 'Чашка');
  await user.type(await field(/Артикул продавца/), 'CUP-1');
  await user.click(screen.getByRole('link', { name: 'Другой способ' }));
  expect(await screen.findByText('Вы уже начали карточку')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Кружки' }));
  expect(await field(/Наименование/)).toHaveValue('Чашка');
  await user.click(screen.getByRole('button', { name: 'Создать карточку' }));
  await waitFor(() => expect(address()).toBe('/home/cards/edit?id=100'));
  expect(created).toMatchObject([{ title: 'Чашка', vendorCode: 'CUP-1', subjectId: 812 }]);
});

it('that nothing was typed into is not changed since its check', async () => {
  mockServer.use(mock(checkNewCardEndpoint, () => ({ problems: [] })));
  const { user } = renderPage(<CardCreatePage />, `${CREATE}?step=form`);
  await user.click(await screen.findByRole('button', { name: 'Проверить' }));
  expect(await screen.findByRole('heading', { name: /^Найдено 3.замечания$/ })).toBeVisible();
  expect(screen.queryByText(/Карточка изменена после проверки/)).toBeNull();
});

it('is checked before it is created, as it stands on the screen, and each remark leads to its field', async () => {
  const asked: object[] = [];
  mockServer.use(
    mock(checkNewCardEndpoint, ({ body }) => {
      asked.push({ shopIds: body.shopIds, title: body.content.title });
      return {
        problems: [
          { shopId: null, kind: 'warning' as const, field: 'photos', detail: 'Нет фото' },
          {
            shopId: null,
            kind: 'error' as const,
            field: 'characteristics.900001',
            detail: 'Не заполнена: Объем',
          },
          { shopId: 2, kind: 'error' as const, field: 'vendorCode', detail: 'Артикул Ч-1 у другой карточки' },
        ],
      };
    }),
  );
  const { user, address } = renderPage(<CardCreatePage />, CREATE);
  await user.click(await screen.findByRole('button', { name: 'Кружки' }));
  await user.type(await field(/Наименование/), 'Чашка');
  await user.click(screen.getByRole('button', { name: 'Проверить' }));
  // The form itself knows that there is no vendor code.
  expect(await screen.findByRole('heading', { name: /^Найдено 4.замечания$/ })).toBeVisible();
  expect(asked).toEqual([{ shopIds: [1, 2], title: 'Чашка' }]);
  expect(screen.getByText('«Сибирь». Артикул Ч-1 у другой карточки')).toBeVisible();
  const remark = screen.getByText('Не заполнена: Объем').closest('li');
  if (!remark) throw new Error('The remark stands in no list');
  await user.click(within(remark).getByRole('button', { name: 'Исправить' }));
  await waitFor(() => expect(screen.getByRole('textbox', { name: /^Объем/ })).toHaveFocus());
  expect(address()).toBe(`${CREATE}?step=form`);
  await user.type(screen.getByRole('textbox', { name: /Артикул продавца/ }), 'Ч-1');
  expect(screen.getByText('Карточка изменена после проверки: проверьте ещё раз.')).toBeVisible();
});

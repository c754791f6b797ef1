import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  listDirectoryEndpoint,
  listSubjectCharacteristicsEndpoint,
  listSubjectTnvedEndpoint,
  listUsedValuesEndpoint,
  type SubjectCharacteristic,
} from '#contract/subjects.ts';
import { updateCardEndpoint } from '#contract/cards.ts';

import { cardHandlers, mockCard } from '#tests/mocks/cards.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { CardEditPage } from './card-edit-page.tsx';

const COLOR = 14177449;
const openCard = async (values: string[]) => {
  mockServer.use(...cardHandlers([mockCard(1, { characteristics: [{ id: COLOR, values }] })]));
  const { user } = renderPage(<CardEditPage />, '/home/cards/edit?id=1');
  return { user, field: await screen.findByRole('combobox', { name: /Цвет/ }) };
};
const optionsOf = (name: string) =>
  within(screen.getByRole('group', { name }))
    .getAllByRole('option')
    .map((option) => option.textContent);

describe('a characteristic with a directory', () => {
  it('suggests the marketplace’s values and the account’s own, and says which is which', async () => {
    const { user, field } = await openCard([]);
    await user.click(field);
    expect(await screen.findByRole('option', { name: 'белый с ручкой' })).toBeVisible();
    expect(optionsOf('Справочник Wildberries: есть в ваших карточках')).toEqual(['белый']);
    expect(optionsOf('Справочник Wildberries')).toEqual(['синий', 'хакизеленый']);
    expect(optionsOf('В ваших карточках, нет в справочнике')).toEqual(['белый с ручкой']);
  });

  it('saves values as they stand in the row, also the one that is being typed', async () => {
    const sent: unknown[] = [];
    const { user, field } = await openCard(['белый']);
    mockServer.use(
      mock(updateCardEndpoint, ({ body }) => {
        sent.push(body.characteristics);
        return mockCard(1, { version: 2, characteristics: body.characteristics ?? [] });
      }),
    );
    await user.type(field, 'синий;хаки');
    await user.keyboard('{Control>}s{/Control}');
    expect(await screen.findByText('Сохранено')).toBeVisible();
    expect(sent).toEqual([[{ id: COLOR, values: ['белый', 'синий', 'хаки'] }]]);
  });

  it('warns of a value that the directory does not have, whatever its case', async () => {
    await openCard(['Белый', 'малахит']);
    expect(await screen.findByText(/Нет в справочнике Wildberries/)).toHaveTextContent('«малахит»');
    expect(screen.getByText(/Нет в справочнике/)).not.toHaveTextContent('«Белый»');
  });

  it('says nothing of half a word', async () => {
    const { user, field } = await openCard(['белый']);
    await user.type(field, 'си');
    expect(screen.queryByText(/Нет в справочнике/)).not.toBeInTheDocument();
    await user.tab();
    expect(screen.getByText(/Нет в справочнике/)).toHaveTextContent('«си»');
  });

  it('takes whatever is typed while nothing can be suggested', async () => {
    const { user, field } = await openCard([]);
    mockServer.use(
      mock(listDirectoryEndpoint, () => mockError(503)),
      mock(listUsedValuesEndpoint, () => mockError(503)),
    );
    await user.type(field, 'малахит{Enter}');
    expect(screen.getByRole('button', { name: 'Убрать «малахит»' })).toBeVisible();
  });
});

describe('a characteristic with a unit or with a greatest count', () => {
  const DEFINITIONS: SubjectCharacteristic[] = [
    { id: 1, name: 'Назначение', isRequired: false, type: 'TEXT', unit: '', maxCount: 2 },
    { id: 2, name: 'Объем', isRequired: false, type: 'NUMBER', unit: 'мл', maxCount: 1 },
    { id: 3, name: 'Мощность', isRequired: false, type: 'TEXT', unit: 'Вт', maxCount: 1 },
  ];
  const openWith = (characteristics: { id: number; values: string[] }[]) => {
    mockServer.use(...cardHandlers([mockCard(1, { characteristics })]));
    mockServer.use(
      mock(listSubjectCharacteristicsEndpoint, () => DEFINITIONS),
      mock(listUsedValuesEndpoint, () => ({ brands: [], characteristics: [] })),
    );
    return renderPage(<CardEditPage />, '/home/cards/edit?id=1');
  };

  it('takes as many values as the marketplace does, and says how many', async () => {
    const sent: unknown[] = [];
    const { user } = openWith([{ id: 1, values: ['для чая'] }]);
    mockServer.use(
      mock(updateCardEndpoint, ({ body }) => {
        sent.push(body.characteristics);
        return mockCard(1, { version: 2, characteristics: body.characteristics ?? [] });
      }),
    );
    const field = await screen.findByRole('combobox', { name: /^Назначение/ });
    expect(screen.getByText('1 / 2')).toBeVisible();
    await user.click(field);
    await user.paste('для кофе; для сока; для воды');
    expect(screen.getByText('2 / 2')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Убрать «для кофе»' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Убрать «для сока»' })).not.toBeInTheDocument();
    await user.keyboard('{Control>}s{/Control}');
    expect(await screen.findByText('Сохранено')).toBeVisible();
    expect(sent).toEqual([[{ id: 1, values: ['для чая', 'для кофе'] }]]);
  });

  it('that the marketplace’s own card has more of shows all of them, and that they are too many', async () => {
    openWith([{ id: 1, values: ['для чая', 'для кофе', 'для сока'] }]);
    expect(await screen.findByText('3 / 2')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Убрать «для сока»' })).toBeVisible();
  });

  it('stands with its unit, which is no part of what is saved', async () => {
    const sent: unknown[] = [];
    const { user } = openWith([]);
    mockServer.use(
      mock(updateCardEndpoint, ({ body }) => {
        sent.push(body.characteristics);
        return mockCard(1, { version: 2, characteristics: body.characteristics ?? [] });
      }),
    );
    const volume = await screen.findByRole('textbox', { name: /^Объем/ });
    expect(volume).toHaveAccessibleDescription(/мл/);
    await user.type(volume, '0,45');
    await user.type(screen.getByRole('combobox', { name: 'Мощность, Вт' }), '20');
    await user.keyboard('{Control>}s{/Control}');
    expect(await screen.findByText('Сохранено')).toBeVisible();
    expect(sent).toEqual([
      [
        { id: 2, values: ['0.45'] },
        { id: 3, values: ['20'] },
      ],
    ]);
  });
});

it('the brand is suggested from the cards of the subject, and any other is as good', async () => {
  const { user } = await openCard(['белый']);
  const brand = screen.getByRole('combobox', { name: 'Бренд' });
  await user.clear(brand);
  await user.click(await screen.findByRole('option', { name: 'Керамия' }));
  expect(brand).toHaveValue('Керамия');
  await user.type(brand, ' 2');
  expect(brand).toHaveValue('Керамия 2');
});

it('tags are suggested from other cards, and one that is too long is told before it is sent', async () => {
  const { user } = await openCard(['белый']);
  const field = screen.getByRole('combobox', { name: 'Ярлыки' });
  await user.click(field);
  await user.click(await screen.findByRole('option', { name: 'Хит' }));
  expect(screen.getByRole('button', { name: 'Убрать «Хит»' })).toBeVisible();
  await user.paste('Распродажа до весны; Новинка');
  await user.click(screen.getByRole('button', { name: 'Сохранить' }));
  expect(screen.getByText('Ярлык — не длиннее 15 символов')).toBeVisible();
});

describe('codes of «ТНВЭД»', () => {
  const TNVED = 15_000_001;
  const DEFINITIONS: SubjectCharacteristic[] = [
    { id: TNVED, name: 'ТНВЭД', isRequired: true, type: 'TEXT', unit: '', maxCount: 1 },
    { id: 1, name: 'Покрой', isRequired: false, type: 'TEXT', unit: '', maxCount: 1 },
  ];
  const openCoded = async (values: string[]) => {
    mockServer.use(
      mock(listSubjectCharacteristicsEndpoint, () => DEFINITIONS),
      mock(listSubjectTnvedEndpoint, () => [
        { name: '6912002500', parentName: '' },
        { name: '6204430000', parentName: '', needsMarking: true },
      ]),
      ...cardHandlers([
        mockCard(1, {
          characteristics: [
            { id: TNVED, values },
            { id: 1, values: ['прямой'] },
          ],
        }),
      ]),
    );
    const { user } = renderPage(<CardEditPage />, '/home/cards/edit?id=1');
    return { user, field: await screen.findByRole('combobox', { name: /ТНВЭД/ }) };
  };

  it('are the subject’s own, found by a part of them, and say which need marking', async () => {
    const { user, field } = await openCoded([]);
    await user.type(field, '443');
    const option = await screen.findByRole('option', { name: /6204430000/ });
    expect(option).toHaveTextContent('нужна маркировка «Честный знак»');
    expect(screen.getAllByRole('option')).toHaveLength(1);
    await user.click(option);
    expect(field).toHaveValue('6204430000');
    expect(field).toHaveAccessibleDescription(/Товару с этим кодом нужна маркировка «Честный знак»/);
  });

  it('that the subject does not have are warned of and taken; a value of a characteristic without a list is not', async () => {
    const { field } = await openCoded(['0101010101']);
    expect(field).toHaveValue('0101010101');
    expect(await screen.findByText(/Нет в справочнике Wildberries/)).toHaveTextContent('«0101010101»');
    expect(screen.getByRole('combobox', { name: 'Покрой' })).not.toHaveAccessibleDescription();
  });
});

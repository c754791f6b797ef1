import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import {
  createOwnCostRateEndpoint,
  listOwnCostRatesEndpoint,
  updateOwnCostRateEndpoint,
  type OwnCostRateContent,
} from '#contract/own-cost-rates.ts';
import { createOwnCostEndpoint } from '#contract/own-costs.ts';
import { connectivity } from '#offline/connection/connectivity.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { OwnCostsDialog } from './own-costs-dialog.tsx';

const period = { from: '2026-11-02', to: '2026-11-15' };
const shops = [{ id: 1, name: 'Московский', letter: 'М', color: 0, tokens: [] }];

async function openList() {
  const app = renderPage(
    <OwnCostsDialog period={period} shops={shops} onClose={vi.fn()} />,
    '/home/analytics/profit',
  );
  return { ...app, list: within(await screen.findByRole('dialog', { name: 'Прочие расходы' })) };
}

describe('an own cost that is refused', () => {
  it('says at the field that the shop has no such card, until another is typed', async () => {
    mockServer.use(
      mock(createOwnCostEndpoint, () =>
        mockError(400, {
          detail: ['В этом магазине нет карточки с таким артикулом WB'],
          errors: [{ field: 'nm_id', detail: 'В этом магазине нет карточки с таким артикулом WB' }],
        }),
      ),
    );
    const { user, list } = await openList();
    await user.click(list.getByRole('button', { name: 'Добавить расход' }));
    const form = within(await screen.findByRole('dialog', { name: 'Новый расход' }));
    await user.type(form.getByRole('textbox', { name: /Сумма/ }), '100');
    await user.selectOptions(form.getByRole('combobox', { name: 'Магазин' }), '1');
    const article = form.getByRole('textbox', { name: 'Артикул WB' });
    await user.type(article, '999');
    await user.click(form.getByRole('button', { name: 'Добавить' }));
    await waitFor(() => expect(article).toBeInvalid());
    expect(article).toHaveAccessibleDescription(/^В этом магазине нет карточки/);
    expect(screen.getAllByText(/В этом магазине нет карточки/)).toHaveLength(1);
    await user.type(article, '9');
    expect(article).toBeValid();
  });

  it('says at the name that it is too long, before it is sent', async () => {
    const { user, list } = await openList();
    await user.click(list.getByRole('button', { name: 'Добавить расход' }));
    const form = within(await screen.findByRole('dialog', { name: 'Новый расход' }));
    await user.type(form.getByRole('textbox', { name: /Сумма/ }), '100');
    const name = form.getByRole('textbox', { name: 'Название' });
    await user.click(name);
    await user.paste('я'.repeat(201));
    await user.click(form.getByRole('button', { name: 'Добавить' }));
    expect(name).toHaveAccessibleDescription(/^Не длиннее 200 символов/);
  });
});

describe('own costs in percent of revenue', () => {
  it('are added without an end, given one, deleted and brought back as they were', async () => {
    const { user, list } = await openList();
    await user.click(list.getByRole('button', { name: 'Добавить расход' }));
    const form = within(await screen.findByRole('dialog', { name: 'Новый расход' }));
    await user.click(form.getByRole('radio', { name: '% от выручки' }));
    // The browser's «дд.мм.гггг» would ask for a day that is not wanted.
    expect(form.getByLabelText('По какой')).toHaveValue('—');
    await user.click(form.getByRole('button', { name: 'Добавить' }));
    expect(form.getByText('Укажите процент больше нуля и не больше 100')).toBeVisible();
    const percent = form.getByRole('textbox', { name: /Процент/ });
    await user.type(percent, '100,01');
    expect(form.getByText('Укажите процент больше нуля и не больше 100')).toBeVisible();
    await user.clear(percent);
    await user.type(percent, '1,5');
    await user.type(form.getByRole('textbox', { name: 'Название' }), 'Упаковщик');
    await user.click(form.getByRole('button', { name: 'Добавить' }));

    const again = within(await screen.findByRole('dialog', { name: 'Прочие расходы' }));
    const row = within(await again.findByRole('listitem'));
    expect(row.getByText(/^1,5.%$/)).toBeVisible();
    expect(row.getByText(/^от выручки · с .+, без срока · все магазины$/)).toBeVisible();

    await user.click(row.getByRole('button', { name: 'Изменить расход «Упаковщик»' }));
    const edit = within(await screen.findByRole('dialog', { name: 'Расход' }));
    // What it is does not change: a rate becomes no amount.
    expect(edit.queryByRole('radio')).toBeNull();
    expect(edit.getByRole('textbox', { name: /Процент/ })).toHaveValue('1,5');
    await user.click(edit.getByRole('checkbox', { name: 'Без срока' }));
    expect(edit.getByLabelText('По какой')).toHaveValue(period.to);
    await user.click(edit.getByRole('button', { name: 'Сохранить' }));
    const ended = within(await screen.findByRole('dialog', { name: 'Прочие расходы' }));
    expect(await ended.findByText(/^от выручки · (?!.*без срока).* · все магазины$/)).toBeVisible();

    await user.click(ended.getByRole('button', { name: 'Удалить расход «Упаковщик»' }));
    expect(await ended.findByText('Расходов за эти дни нет')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Вернуть' }));
    expect(await ended.findByText(/^1,5.%$/)).toBeVisible();
  });

  it('send hundredths of a percent, and an end only when one is said', async () => {
    const sent: OwnCostRateContent[] = [];
    const known = { id: 7, version: 3, updatedAt: '2026-11-20T14:05:00+03:00' };
    const kept = () => sent.map((body) => ({ ...body, ...known }));
    mockServer.use(
      mock(listOwnCostRatesEndpoint, () => kept().slice(-1)),
      mock(createOwnCostRateEndpoint, ({ body }) => {
        sent.push(body);
        return { ...body, ...known };
      }),
      mock(updateOwnCostRateEndpoint, ({ body, request }) => {
        expect(request.headers.get('if-match')).toBe('"v3"');
        sent.push(body);
        return { ...body, ...known };
      }),
    );
    const { user, list } = await openList();
    await user.click(list.getByRole('button', { name: 'Добавить расход' }));
    const form = within(await screen.findByRole('dialog', { name: 'Новый расход' }));
    await user.click(form.getByRole('radio', { name: '% от выручки' }));
    await user.type(form.getByRole('textbox', { name: /Процент/ }), '0,29');
    await user.selectOptions(form.getByRole('combobox', { name: /Магазин/ }), 'Московский');
    // A card has no share of revenue of its own.
    expect(form.queryByRole('textbox', { name: /Артикул WB/ })).toBeNull();
    await user.click(form.getByRole('button', { name: 'Добавить' }));
    await user.click(await screen.findByRole('button', { name: /^Изменить расход/ }));
    const edit = within(await screen.findByRole('dialog', { name: 'Расход' }));
    await user.click(edit.getByRole('checkbox', { name: 'Без срока' }));
    await user.click(edit.getByRole('button', { name: 'Сохранить' }));
    await waitFor(() => expect(sent).toHaveLength(2));
    const { to } = period;
    expect(sent).toEqual([
      {
        kind: 'ADVERTISING',
        name: '',
        rateHundredths: 29,
        from: to,
        to: null,
        shopId: 1,
        isTaxDeductible: false,
      },
      expect.objectContaining({ rateHundredths: 29, from: to, to }),
    ]);
  });

  it('that could not be read leave no list that looks whole; asked again, it is there', async () => {
    let isBroken = true;
    mockServer.use(
      mock(listOwnCostRatesEndpoint, () =>
        isBroken ? mockError(500, { code: 'internal', detail: ['Сервер ошибся'] }) : [],
      ),
    );
    const { user, list } = await openList();
    expect(await list.findByText('Не удалось загрузить')).toBeVisible();
    expect(list.queryByText('Расходов за эти дни нет')).toBeNull();
    isBroken = false;
    await user.click(list.getByRole('button', { name: 'Повторить' }));
    expect(await list.findByText('Расходов за эти дни нет')).toBeVisible();
  });

  it('are not claimed without a connection, and cannot be added', async () => {
    mockServer.use(mock(listOwnCostRatesEndpoint, () => HttpResponse.error()));
    const { list, queryClient } = await openList();
    expect(await list.findByText('Нет данных без связи')).toBeVisible();
    // They are kept nowhere: that the dialog was never opened would be untrue.
    expect(list.getByText(/Расходы появятся, когда будет связь/)).toBeVisible();
    // A call that is still answered would say that there is a connection.
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    act(() => {
      connectivity.report({ kind: 'failed', method: 'GET', latencyMs: 0 });
      connectivity.report({ kind: 'portal', method: 'GET', latencyMs: 0 });
    });
    expect(list.getByRole('button', { name: 'Добавить расход' })).toHaveAttribute('aria-disabled', 'true');
    act(() => connectivity.report({ kind: 'answered', method: 'GET', latencyMs: 0 }));
  });
});

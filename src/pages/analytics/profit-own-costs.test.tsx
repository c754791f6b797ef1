import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createOwnCostEndpoint } from '#contract/own-costs.ts';
import { mock } from '#tests/mocks/mock-endpoint.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { openProfit } from '#tests/support/analytics/profit-screen.tsx';

describe('own costs', () => {
  it('are added, deleted and brought back; those of the shown days are listed', async () => {
    const { user } = await openProfit();
    await user.click(await screen.findByRole('button', { name: 'Прочие расходы' }));
    const list = within(await screen.findByRole('dialog', { name: 'Прочие расходы' }));
    expect(await list.findByText('Расходов за эти дни нет')).toBeVisible();
    await user.click(list.getByRole('button', { name: 'Добавить расход' }));
    const form = within(await screen.findByRole('dialog', { name: 'Новый расход' }));
    await user.click(form.getByRole('button', { name: 'Добавить' }));
    expect(form.getByText('Укажите сумму больше нуля')).toBeVisible();
    await user.type(form.getByRole('textbox', { name: /Сумма/ }), '100000001');
    expect(form.getByText(/^Сумма — не больше 100.000.000.₽$/)).toBeVisible();
    await user.clear(form.getByRole('textbox', { name: /Сумма/ }));
    await user.type(form.getByRole('textbox', { name: /Сумма/ }), '1234,5');
    await user.selectOptions(form.getByRole('combobox', { name: 'Вид' }), 'Упаковка');
    await user.click(form.getByRole('checkbox', { name: /Учитывается в налоге/ }));
    await user.click(form.getByRole('button', { name: 'Добавить' }));
    const again = within(await screen.findByRole('dialog', { name: 'Прочие расходы' }));
    expect(await again.findByText(/^1.234,50.₽$/)).toBeVisible();
    expect(again.getByText(/все магазины · учитывается в налоге/)).toBeVisible();
    await user.click(again.getByRole('button', { name: 'Удалить расход «Упаковка»' }));
    expect(await again.findByText('Расходов за эти дни нет')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Вернуть' }));
    expect(await again.findByText(/^1.234,50.₽$/)).toBeVisible();
  });

  it('that were pressed again after a lost answer are one', async () => {
    const keys: (string | null)[] = [];
    mockServer.use(
      mock(createOwnCostEndpoint, ({ request, body }) => {
        keys.push(request.headers.get('idempotency-key'));
        if (keys.length === 1) return Response.error();
        return { ...body, id: 1, version: 1, updatedAt: '2026-11-20T14:05:00+03:00' };
      }),
    );
    const { user } = await openProfit();
    await user.click(await screen.findByRole('button', { name: 'Прочие расходы' }));
    await user.click(await screen.findByRole('button', { name: 'Добавить расход' }));
    const form = within(await screen.findByRole('dialog', { name: 'Новый расход' }));
    await user.type(form.getByRole('textbox', { name: /Сумма/ }), '500');
    await user.click(form.getByRole('button', { name: 'Добавить' }));
    await waitFor(() =>
      expect(form.getByRole('button', { name: 'Добавить' })).not.toHaveAttribute('aria-busy', 'true'),
    );
    await waitFor(() => expect(keys).toHaveLength(1));
    await user.click(form.getByRole('button', { name: 'Добавить' }));
    await waitFor(() => expect(keys).toHaveLength(2));
    expect(keys[0]).toBe(keys[1]);
    expect(await screen.findByText(/Расход сохранён/)).toBeVisible();
  });
});

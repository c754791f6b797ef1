import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { connectivity } from '#offline/connection/connectivity.ts';
import { ProblemLine } from './problem-line.tsx';

const regain = () => act(() => connectivity.report({ kind: 'answered', method: 'GET', latencyMs: 1 }));
afterEach(regain);

it('without a connection there is nothing to press: it is said when it comes', async () => {
  regain();
  render(<ProblemLine text="Не удалось посчитать доход." error={null} onRetry={() => undefined} />);
  expect(screen.getByRole('alert')).toHaveTextContent('Не удалось посчитать доход.');
  expect(screen.getByRole('button', { name: 'Повторить' })).toBeVisible();
  act(() => connectivity.report({ kind: 'failed', method: 'GET', latencyMs: 0 }));
  expect(
    await screen.findByText('Не удалось посчитать доход. Загрузится, когда появится связь.', undefined, {
      timeout: 20_000,
    }),
  ).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Повторить' })).toBeNull();
});

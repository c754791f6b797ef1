import { act, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type ApiError, badResponseError, networkError, normalizeError } from '#api/http/api-error.ts';
import { connectivity } from '#offline/connection/connectivity.ts';
import { LoadProblem } from './load-problem.tsx';

it.each([
  ['a cut that nobody has noticed yet', networkError('network'), 'Нет данных без связи'],
  ['an answer that was cut', badResponseError(), /пришёл не целиком/],
  ['a gateway', normalizeError({ status: 502 }), /Сервер недоступен/],
  ['a server without words', normalizeError({ status: 500 }), /ответил ошибкой 500/],
  [
    'a server with words',
    normalizeError({ status: 503, body: { detail: ['Сервер занят'] } }),
    'Сервер занят',
  ],
  ['something that was broken off', new DOMException('Aborted', 'AbortError'), /Загрузка прервалась/],
])('%s is said in words that help', (_, error: ApiError | DOMException, text) => {
  act(() => connectivity.report({ kind: 'answered', method: 'GET', latencyMs: 1 }));
  render(<LoadProblem error={error} onRetry={() => undefined} />);
  expect(screen.getByText(text)).toBeVisible();
  expect(screen.queryByText(/Неизвестная ошибка/)).not.toBeInTheDocument();
});

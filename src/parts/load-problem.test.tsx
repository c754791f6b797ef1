import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { act, render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type ApiError, badResponseError, networkError, normalizeError } from '#api/http/api-error.ts';
import { connectivity } from '#offline/connection/connectivity.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { isStuck } from './is-stuck.ts';
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

it('what does not exist is not asked for again, where the screen knows the way on; a failure is', () => {
  act(() => connectivity.report({ kind: 'answered', method: 'GET', latencyMs: 1 }));
  const problem = (status: number) => (
    <LoadProblem
      error={normalizeError({ status, body: { detail: ['Карточка не найдена'] } })}
      onRetry={() => undefined}
      missing={<a href="/home/cards">К списку карточек</a>}
    />
  );
  const { rerender } = render(problem(404));
  expect(screen.getByRole('link', { name: 'К списку карточек' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Повторить' })).toBeNull();
  rerender(problem(500));
  expect(screen.getByRole('button', { name: 'Повторить' })).toBeVisible();
  expect(screen.queryByRole('link')).toBeNull();
});

it('that it is tried again is seen, and that it has failed again is said', async () => {
  const refusals: ((error: ApiError) => void)[] = [];
  const queryFn = () => new Promise<string>((_, refuse) => refusals.push(refuse));
  const refuse = async () => {
    await waitFor(() => expect(refusals).not.toHaveLength(0));
    refusals.shift()?.(normalizeError({ status: 500 }));
  };
  function Page() {
    const query = useQuery({ queryKey: ['UserMe'], queryFn, meta: { isQuiet: true, isNotKept: true } });
    if (!isStuck(query)) return <p>Загрузка</p>;
    return <LoadProblem error={query.error} onRetry={() => void query.refetch()} />;
  }
  const { user, queryClient } = renderPage(<Page />);
  expect(screen.getByText('Загрузка')).toBeVisible();
  await refuse();
  const button = await screen.findByRole('button', { name: 'Повторить' });
  const again = 'Снова не получилось';
  // Nobody has pressed: the connection came back, or the data changed elsewhere.
  void queryClient.refetchQueries();
  await waitFor(() => expect(button).toHaveAttribute('aria-busy', 'true'));
  await refuse();
  await waitFor(() => expect(button).not.toHaveAttribute('aria-busy'));
  expect(screen.queryByText(again)).toBeNull();
  for (const _ of ['second', 'third']) {
    await user.click(button);
    await waitFor(() => expect(button).toHaveAttribute('aria-busy', 'true'));
    expect(screen.getByText(/ответил ошибкой 500/)).toBeVisible();
    expect(screen.queryByText(again)).toBeNull();
    await refuse();
    expect((await screen.findByText(again)).tagName).toBe('OUTPUT');
    expect(button).not.toHaveAttribute('aria-busy');
  }
  expect(button).toHaveFocus();
});

it('a screen that failed and is opened again says that it is tried again, not that it was never opened here', async () => {
  act(() => connectivity.report({ kind: 'answered', method: 'GET', latencyMs: 1 }));
  const refusals: ((error: ApiError) => void)[] = [];
  const queryFn = () => new Promise<string>((_, refuse) => refusals.push(refuse));
  function Page() {
    const query = useQuery({
      queryKey: ['UserMe'],
      queryFn,
      gcTime: Infinity,
      meta: { isQuiet: true, isNotKept: true },
    });
    if (!isStuck(query)) return <p>Загрузка</p>;
    return <LoadProblem error={query.error} onRetry={() => void query.refetch()} />;
  }
  function Room() {
    const [isThere, setThere] = useState(true);
    return (
      <>
        <button type="button" onClick={() => setThere(!isThere)}>
          {isThere ? 'Уйти' : 'Вернуться'}
        </button>
        {isThere ? <Page /> : null}
      </>
    );
  }
  const { user } = renderPage(<Room />);
  await waitFor(() => expect(refusals).toHaveLength(1));
  refusals.shift()?.(normalizeError({ status: 500 }));
  expect(await screen.findByText(/ответил ошибкой 500/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Уйти' }));
  await user.click(screen.getByRole('button', { name: 'Вернуться' }));
  expect(screen.getByText('Пробуем ещё раз…')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Повторить' })).toHaveAttribute('aria-busy', 'true');
  expect(screen.queryByText('Нет данных без связи')).toBeNull();
  await waitFor(() => expect(refusals).toHaveLength(1));
  refusals.shift()?.(normalizeError({ status: 502 }));
  expect(await screen.findByText(/Сервер недоступен/)).toBeVisible();
});

import { CancelledError, QueryObserver, type QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, networkError, normalizeError, sessionEndedError } from '#api/http/api-error.ts';
import { createQueryClient, type FailureNotice } from './query-client.ts';

let client: QueryClient;
let told: FailureNotice[];
const leaving: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  told = [];
  const tell = (notice: FailureNotice) => void told.push(notice);
  client = createQueryClient({ onQueryError: tell, onMutationError: tell });
});
afterEach(() => {
  for (const leave of leaving.splice(0)) leave();
  client.clear();
  vi.useRealTimers();
});

let serial = 0;
async function show(
  queryFn: () => Promise<unknown>,
  meta: { errorText?: string; isQuiet?: boolean; isShownInPlace?: boolean } = {},
) {
  const ask = vi.fn(queryFn);
  const observer = new QueryObserver(client, { queryKey: ['Cards', ++serial], queryFn: ask, meta });
  leaving.push(observer.subscribe(() => undefined));
  await vi.advanceTimersByTimeAsync(60_000);
  return { observer, ask };
}

const failing = (error: unknown) => async () => {
  throw error;
};
const serverError = (status: number, detail?: string) =>
  normalizeError({ status, ...(detail && { body: { detail: [detail] } }) });

describe('the constants of the specification', () => {
  it('are a stale time of 60000 ms and no retention', () => {
    expect(client.getDefaultOptions().queries).toMatchObject({ staleTime: 60_000, gcTime: 1 });
  });
});

describe('a failed read that its screen tells of in place', () => {
  it('is no notification where there is nothing else to show', async () => {
    await show(failing(serverError(500, 'База данных обновляется')), { isShownInPlace: true });
    expect(told).toEqual([]);
  });

  it('is one over data that stays on the screen', async () => {
    let respond: () => Promise<unknown> = async () => 1;
    const { observer } = await show(async () => respond(), { isShownInPlace: true });
    respond = failing(serverError(400, 'Неверный запрос'));
    await observer.refetch();
    expect(told.map(({ texts }) => texts)).toEqual([['Неверный запрос']]);
  });
});

describe('a failed read', () => {
  it.each([
    ['no network', networkError('network'), 3],
    ['a timeout', networkError('timeout'), 3],
    ['500', serverError(500), 3],
    ['499, a connection that was given up on the way', serverError(499), 3],
    ['526, a certificate that a gateway did not take', serverError(526), 3],
    ['400', serverError(400), 1],
    ['404', serverError(404), 1],
    ['429', serverError(429), 1],
    ['a mistake of ours', new TypeError('x'), 1],
  ])('of %s is tried so often', async (_, error, tries) => {
    expect((await show(failing(error))).ask).toHaveBeenCalledTimes(tries);
  });

  it.each([502, 503, 504])(
    'of a server that is away (%i) goes on by itself until it answers',
    async (status) => {
      let isAway = true;
      const { observer, ask } = await show(() =>
        isAway ? Promise.reject(serverError(status)) : Promise.resolve('back'),
      );
      expect(observer.getCurrentResult().isError).toBe(true);
      isAway = false;
      await vi.advanceTimersByTimeAsync(20_000);
      expect(observer.getCurrentResult().data).toBe('back');
      const tries = ask.mock.calls.length;
      await vi.advanceTimersByTimeAsync(60_000);
      expect(ask).toHaveBeenCalledTimes(tries);
    },
  );

  it('of a server that names a long pause is no silence for as long: it is told at once, and asked for again when the pause is over', async () => {
    let isAway = true;
    const ask = vi.fn(async () => {
      if (isAway) throw normalizeError({ status: 503, retryAfter: '25' });
      return 'back';
    });
    const observer = new QueryObserver(client, { queryKey: ['Cards', ++serial], queryFn: ask });
    leaving.push(observer.subscribe(() => undefined));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(told).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(ask).toHaveBeenCalledTimes(1);
    isAway = false;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(observer.getCurrentResult().data).toBe('back');
  });

  it('of a server that names a short pause waits for it in silence', async () => {
    const error = normalizeError({ status: 503, retryAfter: '2' });
    const { ask } = await show(vi.fn().mockRejectedValueOnce(error).mockResolvedValue('back'));
    expect(ask).toHaveBeenCalledTimes(2);
    expect(told).toEqual([]);
  });

  it('is told with the server’s message if present, else with the text of the query', async () => {
    const errorText = 'Ошибка получения информации о пользователе';
    await show(failing(serverError(400, 'Нет доступа')), { errorText });
    await show(failing(serverError(400)), { errorText });
    await show(failing(serverError(400)));
    expect(told.map(({ texts }) => texts)).toEqual([['Нет доступа'], [errorText], ['Неизвестная ошибка']]);
  });

  it.each([
    ['the end of the session', sessionEndedError()],
    ['a cancelled call', new DOMException('', 'AbortError')],
    ['a cancelled query', new CancelledError()],
  ])('that is %s is told to nobody', async (_, error) => {
    await show(failing(error));
    expect(told).toEqual([]);
  });

  it('that its screen shows itself is told to nobody', async () => {
    await show(failing(serverError(400)), { isQuiet: true });
    expect(told).toEqual([]);
  });

  it('leaves the data that is shown, and the notice says that there is some', async () => {
    let error: ApiError | undefined;
    const { observer } = await show(() => (error ? Promise.reject(error) : Promise.resolve(['A'])));
    error = networkError('network');
    void observer.refetch();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(observer.getCurrentResult()).toMatchObject({ data: ['A'], isError: true });
    expect(told).toMatchObject([{ hasData: true }]);
  });
});

describe('an outage', () => {
  it('is told once, however many reads it fails, and once more when there is a new one', async () => {
    for (const error of [networkError('network'), networkError('timeout'), serverError(502)])
      await show(failing(error));
    expect(told).toHaveLength(1);
    await show(() => Promise.resolve('back'));
    await show(failing(networkError('network')));
    expect(told).toHaveLength(2);
  });

  it('does not hide what the server has to say', async () => {
    await show(failing(networkError('network')));
    await show(failing(serverError(400, 'Нет доступа')));
    expect(told).toHaveLength(2);
  });
});

describe('a failed write', () => {
  it('is told at once, is not repeated and is not held back', async () => {
    const send = vi.fn(failing(networkError('network')));
    const mutation = client.getMutationCache().build(client, {
      mutationFn: send,
      meta: { errorText: 'Ошибка изменения настроек' },
    });
    await expect(mutation.execute(undefined)).rejects.toBeInstanceOf(ApiError);
    expect(send).toHaveBeenCalledTimes(1);
    expect(told.map(({ texts }) => texts)).toEqual([['Ошибка изменения настроек']]);
  });
});

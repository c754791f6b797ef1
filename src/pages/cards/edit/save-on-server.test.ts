import { afterEach, describe, expect, it } from 'vitest';
import { ApiError, networkError, sessionEndedError } from '#api/http/api-error.ts';
import type { Card } from '#contract/cards.ts';
import { contentOf, type ContentPatch } from '#pages/cards/form/card-values.ts';
import { mockCard } from '#tests/mocks/cards.ts';
import { toasts } from '#ui/toast-store.ts';
import { createServerSaver } from './save-on-server.ts';

const first = mockCard(1);
const conflictWith = (current: unknown) => new ApiError({ status: 412, detail: ['Уже изменили'], current });
const texts = () => toasts.getSnapshot().map(({ text }) => text);

/** A server that gives these answers, one after the other; the last one again and again. */
function serverOf(responses: (Card | Error)[]) {
  const requests: { version: number; patch: ContentPatch; idempotencyKey: string }[] = [];
  const shown: Card[] = [];
  const save = createServerSaver(
    {
      send: async (request) => {
        const response = responses[Math.min(requests.length, responses.length - 1)]!;
        requests.push(request);
        if (response instanceof Error) throw response;
        return response;
      },
      show: (theirs) => shown.push(theirs),
    },
    () => `key-${requests.length}`,
  );
  const press = (patch: ContentPatch) => save({ base: contentOf(first), version: 1, patch });
  return { requests, shown, press };
}

afterEach(() => toasts.dismissAll());

describe('a save straight to the server', () => {
  it('joins what others changed elsewhere, says what that was, and no word of a refusal', async () => {
    const theirs = mockCard(1, { version: 5, brand: 'Сновея' });
    const saved = { ...theirs, version: 6, priceKopecks: 500_00 };
    const { requests, shown, press } = serverOf([conflictWith(theirs), saved]);
    const outcome = await press({ priceKopecks: 500_00 });
    expect(outcome).toEqual({ type: 'saved', card: saved, patch: { priceKopecks: 500_00 } });
    expect(requests).toMatchObject([{ version: 1 }, { version: 5, patch: { priceKopecks: 500_00 } }]);
    expect(shown).toEqual([theirs]);
    expect(texts()).toEqual(['Сохранено', 'Карточку изменили и в другом месте (Бренд): правки объединены']);
  });

  it('asks about my price when they changed the discount, and sends nothing until then', async () => {
    const theirs = mockCard(1, { version: 5, discount: 10 });
    const { requests, press } = serverOf([conflictWith(theirs)]);
    expect(await press({ priceKopecks: 500_00 })).toMatchObject({
      type: 'asked',
      conflict: { fields: ['priceKopecks'], patch: { priceKopecks: 500_00 }, theirs },
    });
    expect(requests).toHaveLength(1);
    expect(texts()).toEqual([]);
  });

  it('has nothing to send when they made the same change', async () => {
    const theirs = mockCard(1, { version: 5, priceKopecks: 500_00 });
    const { requests, press } = serverOf([conflictWith(theirs)]);
    expect(await press({ priceKopecks: 500_00 })).toMatchObject({ type: 'saved', card: theirs });
    expect(requests).toHaveLength(1);
    expect(texts()).toEqual(['Сохранено']);
  });

  it('pressed again after a lost answer is the same save', async () => {
    const { requests, press } = serverOf([networkError('timeout'), mockCard(1, { version: 2 })]);
    expect(await press({ discount: 5 })).toEqual({ type: 'refused', errors: {} });
    expect(texts()).toEqual(['Не удалось сохранить карточку']);
    await press({ discount: 5 });
    await press({ discount: 6 });
    const [lost, again, other] = requests.map(({ idempotencyKey }) => idempotencyKey);
    expect(again).toBe(lost);
    expect(other).not.toBe(lost);
  });

  it('says at its field what the server refused', async () => {
    const fieldErrors = [{ field: 'discount', detail: 'Скидка — от 0 до 99 %' }];
    const refusal = new ApiError({
      status: 400,
      detail: ['Проверьте поля'],
      fieldErrors,
      hasServerMessage: true,
    });
    expect(await serverOf([refusal]).press({ discount: 100 })).toEqual({
      type: 'refused',
      errors: { discount: 'Скидка — от 0 до 99 %' },
    });
    expect(texts()).toEqual(['Проверьте поля']);
  });

  it('is not asked in a circle by a server that refuses every version', async () => {
    const { requests, press } = serverOf([conflictWith(mockCard(1, { version: 5, brand: 'Сновея' }))]);
    expect(await press({ discount: 5 })).toMatchObject({ type: 'refused' });
    expect(requests).toHaveLength(6);
  });

  it('says nothing when the session has ended: the login page is the message', async () => {
    expect(await serverOf([sessionEndedError()]).press({ discount: 5 })).toMatchObject({ type: 'refused' });
    expect(texts()).toEqual([]);
  });
});

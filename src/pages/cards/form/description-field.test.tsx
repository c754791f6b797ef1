import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import type { WrittenTextLine } from '#contract/card-texts.ts';
import type { CardContent, ShopText } from '#contract/cards.ts';
import { mockCard } from '#tests/mocks/cards.ts';
import { mockWrittenText } from '#tests/mocks/written-text.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { contentOf } from './card-values.ts';
import { DescriptionField } from './description-field.tsx';
import { CardFormContext } from './form-context.ts';

function FieldInForm({ shopTexts = [] }: { shopTexts?: ShopText[] }) {
  const [values, setValues] = useState<CardContent>({ ...contentOf(mockCard(1)), shopTexts });
  const change = (patch: Partial<CardContent>) => setValues((before) => ({ ...before, ...patch }));
  return (
    <CardFormContext value={{ values, change, errors: {} }}>
      <DescriptionField />
    </CardFormContext>
  );
}

const field = () => screen.getByRole('textbox', { name: 'Описание' });
const write = (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole('button', { name: 'Написать' }));

describe('a description by the model', () => {
  it('is shown as it comes, and only the whole of it can be taken', async () => {
    let finish: () => void = () => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    mockServer.use(
      mockWrittenText(async function* () {
        yield { part: '<b>Кружка ' };
        yield { part: 'для чая' };
        await finished;
        yield { description: 'Кружка для чая.', source: 'model' };
      }),
    );
    const user = userEvent.setup();
    renderPage(<FieldInForm />);
    await write(user);
    const onItsWay = await screen.findByRole('region', { name: 'Описание пишется' });
    await waitFor(() => expect(onItsWay).toHaveTextContent('<b>Кружка для чая'));
    expect(screen.queryByRole('button', { name: 'Заменить' })).toBeNull();
    finish();
    const offer = await screen.findByRole('region', { name: 'Предложенное описание' });
    expect(offer).toHaveTextContent('проверьте факты');
    await user.click(within(offer).getByRole('button', { name: 'Заменить' }));
    expect(field()).toHaveValue('Кружка для чая.');
    await user.click(screen.getByRole('button', { name: 'Вернуть прежнее' }));
    expect(field()).toHaveValue('Для чая и кофе.');
  });

  it('is stopped without a word, and leaves what stands there', async () => {
    const heard: AbortSignal[] = [];
    mockServer.use(
      mockWrittenText(async function* ({ request }): AsyncGenerator<WrittenTextLine> {
        heard.push(request.signal);
        yield { part: 'Кружка' };
        await new Promise(() => undefined);
      }),
    );
    const user = userEvent.setup();
    renderPage(<FieldInForm />);
    await write(user);
    await user.click(await screen.findByRole('button', { name: 'Остановить' }));
    await waitFor(() => expect(screen.queryByRole('region')).not.toHaveTextContent('Кружка'));
    expect(heard[0]?.aborted).toBe(true);
    expect(screen.queryByRole('alert')).toHaveTextContent('');
    expect(field()).toHaveValue('Для чая и кофе.');
    expect(screen.getByRole('button', { name: 'Написать' })).not.toHaveAttribute('aria-busy', 'true');
  });

  it('that is cut before its end is no description', async () => {
    mockServer.use(mockWrittenText(() => [{ part: 'Кружка' }]));
    const user = userEvent.setup();
    renderPage(<FieldInForm />);
    await write(user);
    expect(await screen.findByText(/Не удалось написать описание|Неизвестная ошибка/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Заменить' })).toBeNull();
  });
});

describe('a description by rules', () => {
  it('is asked for beside what shops say of their own, and says where it cannot be another', async () => {
    const asked: unknown[] = [];
    mockServer.use(
      mockWrittenText(function* ({ body }) {
        asked.push([body.shopId, body.otherTexts]);
        yield { description: 'Кружка.', source: 'rules', isShared: true };
      }),
    );
    const user = userEvent.setup();
    renderPage(<FieldInForm shopTexts={[{ shopId: 2, title: '', description: 'Для плова' }]} />);
    await write(user);
    const offer = await screen.findByRole('region', { name: 'Предложенное описание' });
    expect(offer).toHaveTextContent(
      'В другом магазине описание будет таким же: в карточке мало характеристик',
    );
    expect(asked).toEqual([[undefined, ['Для плова']]]);
  });
});

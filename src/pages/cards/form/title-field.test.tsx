import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { generateTitlesEndpoint, type WrittenTitles } from '#contract/card-texts.ts';
import type { CardContent } from '#contract/cards.ts';
import { mockCard } from '#tests/mocks/cards.ts';
import { mock } from '#tests/mocks/mock-endpoint.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { contentOf } from './card-values.ts';
import { CardFormContext } from './form-context.ts';
import { TitleField } from './title-field.tsx';

function FieldInForm() {
  const [values, setValues] = useState<CardContent>(contentOf(mockCard(1)));
  const change = (patch: Partial<CardContent>) => setValues((before) => ({ ...before, ...patch }));
  return (
    <CardFormContext value={{ values, change, errors: {} }}>
      <TitleField />
    </CardFormContext>
  );
}

function ask(answer: () => WrittenTitles | Promise<WrittenTitles>) {
  const signals: AbortSignal[] = [];
  mockServer.use(
    mock(generateTitlesEndpoint, ({ request }) => {
      signals.push(request.signal);
      return answer();
    }),
  );
  const user = userEvent.setup();
  renderPage(<FieldInForm />);
  return {
    user,
    signals,
    suggest: () => user.click(screen.getByRole('button', { name: 'Предложить варианты' })),
  };
}

const NOTE = 'Предложено языковой моделью: проверьте факты';

describe('titles that are offered', () => {
  it.each([
    ['the model', 'model', true],
    ['rules', 'rules', false],
  ] as const)('by %s say so where facts have to be looked at', async (_who, source, isNoted) => {
    const { suggest } = ask(() => ({ titles: ['Кружка белая'], source }));
    await suggest();
    expect(await screen.findByRole('button', { name: 'Кружка белая' })).toBeVisible();
    expect(screen.queryAllByText(NOTE)).toHaveLength(isNoted ? 1 : 0);
  });

  it('can be stopped while they are written: the call ends, nothing is offered and nothing is called a failure', async () => {
    const { user, signals, suggest } = ask(() => new Promise<never>(() => undefined));
    await suggest();
    await user.click(await screen.findByRole('button', { name: 'Остановить' }));
    await waitFor(() => expect(signals[0]?.aborted).toBe(true));
    expect(await screen.findByRole('button', { name: 'Предложить варианты' })).toBeEnabled();
    expect(screen.queryByRole('list', { name: 'Варианты наименования' })).not.toBeInTheDocument();
    expect(screen.queryByText('Не удалось предложить варианты')).not.toBeInTheDocument();
  });
});

import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import type { CardContent } from '#contract/cards.ts';
import { emptyCard } from '#offline/drafts/card-draft.ts';
import { cardHandlers } from '#tests/mocks/cards.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { ContentForm } from './card-form.tsx';
import { useCardMedia } from './use-card-media.ts';

function Form({ start }: { start: CardContent }) {
  const [values, setValues] = useState(start);
  const change = (patch: Partial<CardContent>) => setValues((now) => ({ ...now, ...patch }));
  const form = { values, change, errors: {} };
  const media = useCardMedia(form);
  return <ContentForm form={form} media={media} subject={{ id: values.subjectId, name: 'Кружки' }} />;
}
const open = (changes: Partial<CardContent>) => {
  mockServer.use(...cardHandlers([]));
  return renderPage(<Form start={{ ...emptyCard, ...changes }} />).user;
};

it('says how much is filled and leads to what is missing, the required first', async () => {
  const user = open({ subjectId: 812, vendorCode: 'A-1', title: 'Кружка' });
  const list = await screen.findByRole('list', { name: 'Чего не хватает' });
  expect(list).toHaveTextContent(/^Обязательно:\s?Не заполнено: Цвет/);
  await user.click(screen.getByRole('button', { name: /^Обязательно:\s?Не заполнено: Цвет$/ }));
  expect(screen.getByRole('combobox', { name: /Цвет/ })).toHaveFocus();
  await user.keyboard('белый{Enter}');
  expect(screen.queryByText('Не заполнено: Цвет')).not.toBeInTheDocument();
});

it('names all that is missing when asked, and whose measure it is', async () => {
  const user = open({});
  expect(await screen.findByRole('heading', { name: /^Заполнено 0\s%$/ })).toBeVisible();
  expect(screen.queryByText('Не указан бренд')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Ещё 3' }));
  expect(screen.getByText('Не указан бренд')).toBeVisible();
  expect(screen.getByText(/наша оценка, а не Wildberries/)).toBeVisible();
});

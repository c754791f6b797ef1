import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { getApplicationEndpoint } from '#contract/promotion-applications.ts';
import { mock } from '#tests/mocks/mock-endpoint.ts';
import { mockApplication } from '#tests/mocks/promotions.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { ApplicationDialog } from './application-dialog.tsx';

it('of which nothing is to be sent does not offer to add no cards', async () => {
  const { counts } = mockApplication();
  mockServer.use(
    mock(getApplicationEndpoint, () => mockApplication({ counts: { ...counts, waiting: 0, leftOut: 2 } })),
  );
  renderPage(<ApplicationDialog id={1} onClose={() => undefined} />);
  const dialog = within(await screen.findByRole('dialog', { name: 'Добавить в акцию?' }));
  const add = await dialog.findByRole('button', { name: 'Добавить' });
  expect(add).toHaveAccessibleDescription('Отправлять нечего');
});

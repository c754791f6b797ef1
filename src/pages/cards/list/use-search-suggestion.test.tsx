import { act, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { suggestSearchEndpoint } from '#contract/search-suggestion.ts';
import { catalogueStatus } from '#offline/catalogue/catalogue-status.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { createMockFeed } from '#tests/support/catalogue/mock-feed.ts';
import { showReplica } from '#tests/support/catalogue/show-replica.ts';
import { useSearchSuggestion } from './use-search-suggestion.ts';

function Advice() {
  return <p>{useSearchSuggestion('крушка') ?? 'Совета нет'}</p>;
}

afterEach(() => act(() => catalogueStatus.clear()));

it('a search that finds nothing is advised by the device as soon as it has the whole list', async () => {
  const asked = vi.fn();
  mockServer.use(
    mock(suggestSearchEndpoint, () => {
      asked();
      return mockError(500, { code: 'internal', detail: [] });
    }),
  );
  renderPage(<Advice />);
  await vi.waitFor(() => expect(asked).toHaveBeenCalled());
  expect(screen.getByText('Совета нет')).toBeVisible();
  act(() => showReplica(createMockFeed(3, 1000), Date.now()));
  expect(await screen.findByText('кружка')).toBeVisible();
});

import { screen } from '@testing-library/react';
import type { EndpointBody } from '#contract/endpoint.ts';
import {
  getApplicationEndpoint,
  prepareApplicationEndpoint,
  type PromotionApplication,
} from '#contract/promotion-applications.ts';
import { mock } from '#tests/mocks/mock-endpoint.ts';
import { mockApplication } from '#tests/mocks/promotions.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { PromotionsPage } from '#pages/promotions/promotions-page.tsx';

export const address = '/home/promotions';
export const plain = (text: string | null | undefined) => (text ?? '').replaceAll('\u00a0', ' ');

export async function openPromotions(search = '') {
  const app = renderPage(<PromotionsPage />, address + search);
  await screen.findByRole('list', { name: 'Акции' });
  return app;
}

export function watchPrepare(application: Partial<PromotionApplication> = {}) {
  const asked: EndpointBody<typeof prepareApplicationEndpoint>[] = [];
  mockServer.use(
    mock(prepareApplicationEndpoint, ({ body }) => {
      asked.push(body);
      return mockApplication(application);
    }),
    mock(getApplicationEndpoint, () => mockApplication(application)),
  );
  return asked;
}

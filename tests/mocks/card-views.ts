import type { HttpHandler } from 'msw';
import {
  createCardViewEndpoint,
  deleteCardViewEndpoint,
  listCardViewsEndpoint,
  updateCardViewEndpoint,
  type CardView,
} from '#contract/card-views.ts';
import { mock, mockError } from './mock-endpoint.ts';

/** A person's saved views; what one request changes, the next one sees. */
export function cardViewHandlers(initial: CardView[] = []): HttpHandler[] {
  let views = initial;
  let lastId = 100;
  return [
    mock(listCardViewsEndpoint, () => views.toSorted((a, b) => a.name.localeCompare(b.name))),
    mock(createCardViewEndpoint, ({ body }) => {
      if (views.some(({ name }) => name === body.name)) {
        return mockError(400, { detail: [`Вид «${body.name}» уже есть`] });
      }
      lastId += 1;
      const view = { id: lastId, ...body };
      views = [...views, view];
      return view;
    }),
    mock(updateCardViewEndpoint, ({ params, body }) => {
      const view = views.find(({ id }) => id === params.id);
      if (!view) return mockError(404, { detail: ['Такого вида нет'] });
      const changed = { ...view, ...body.shown, name: body.name ?? view.name };
      views = views.map((one) => (one === view ? changed : one));
      return changed;
    }),
    mock(deleteCardViewEndpoint, ({ params }) => {
      views = views.filter(({ id }) => id !== params.id);
      return undefined;
    }),
  ];
}

import type { HttpHandler } from 'msw';
import {
  createCardTemplateEndpoint,
  deleteCardTemplateEndpoint,
  getCardTemplateEndpoint,
  listCardTemplatesEndpoint,
  restoreCardTemplateEndpoint,
  updateCardTemplateEndpoint,
  type CardTemplate,
} from '#contract/card-templates.ts';
import { contentOf } from '#pages/cards/form/card-values.ts';
import { mockCard } from './cards.ts';
import { mock, mockError } from './mock-endpoint.ts';

export function mockTemplate(id: number, name: string): CardTemplate {
  return { id, name, subjectName: 'Кружки', photoCount: 0, createdAt: '2026-11-20T14:05:00+03:00' };
}

/** The account's templates; what one request changes, the next one sees. */
export function cardTemplateHandlers(initial: CardTemplate[] = []): HttpHandler[] {
  let templates = initial;
  let deleted: CardTemplate[] = [];
  const notFound = () => mockError(404, { detail: ['Такого шаблона нет'] });
  return [
    mock(listCardTemplatesEndpoint, () => templates.toSorted((a, b) => a.name.localeCompare(b.name))),
    mock(getCardTemplateEndpoint, ({ params }) => {
      const template = templates.find(({ id }) => id === params.id);
      const { vendorCode: _vendorCode, ...content } = contentOf(mockCard(params.id));
      return template ? { ...template, content: { ...content, photos: [] } } : notFound();
    }),
    mock(createCardTemplateEndpoint, ({ body }) => {
      if (templates.some(({ name }) => name === body.name)) {
        return mockError(400, { detail: [`Шаблон «${body.name}» уже есть`] });
      }
      const template = {
        ...mockTemplate(200 + templates.length, body.name),
        photoCount: body.withPhotos ? 1 : 0,
      };
      templates = [...templates, template];
      return template;
    }),
    mock(updateCardTemplateEndpoint, ({ params, body }) => {
      const template = templates.find(({ id }) => id === params.id);
      if (!template) return notFound();
      const changed = { ...template, name: body.name };
      templates = templates.map((one) => (one === template ? changed : one));
      return changed;
    }),
    mock(deleteCardTemplateEndpoint, ({ params }) => {
      deleted = [...deleted, ...templates.filter(({ id }) => id === params.id)];
      templates = templates.filter(({ id }) => id !== params.id);
      return undefined;
    }),
    mock(restoreCardTemplateEndpoint, ({ params }) => {
      const template = deleted.find(({ id }) => id === params.id);
      if (!template) return notFound();
      templates = [...templates, template];
      return template;
    }),
  ];
}

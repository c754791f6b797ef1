import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endpoint, endpointPath } from './endpoint.ts';

const retryEndpoint = endpoint({
  method: 'POST',
  path: '/shops/{shopId}/cards/{id}/',
  summary: 'Пример',
  access: 'user',
});

const STEPS = ['.', '..'];

describe('the path of an endpoint', () => {
  it('stands under the base and carries its parameters', () => {
    expect(endpointPath(retryEndpoint, { shopId: 3, id: '17' })).toBe('/api/v1/shops/3/cards/17/');
  });

  it('cannot be left through a parameter', () => {
    fc.assert(
      fc.property(fc.string(), (id) => {
        fc.pre(!STEPS.includes(id));
        const { pathname, origin } = new URL(
          endpointPath(retryEndpoint, { shopId: 3, id }),
          'https://shop.test',
        );
        expect(origin).toBe('https://shop.test');
        expect(pathname.startsWith('/api/v1/shops/3/cards/')).toBe(true);
      }),
    );
  });

  it.each(STEPS)('refuses to be built with %j, which is a step in a path, encoded or not', (id) => {
    expect(() => endpointPath(retryEndpoint, { shopId: 3, id })).toThrow('id');
  });

  it('refuses to be built without a parameter', () => {
    expect(() => endpointPath(retryEndpoint, { shopId: 3 })).toThrow('id');
  });
});

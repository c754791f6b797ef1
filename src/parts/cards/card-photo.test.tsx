import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { userQueries } from '#api/users.ts';
import { mockProfile } from '#tests/mocks/users.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { CardPhoto } from './card-photo.tsx';

const STORED = `/media/photos/${'a'.repeat(32)}.jpg`;
/** A list needs no more than that. */
const SMALL = STORED.replace('photos/', 'photos/c246x328/');
const MARKETPLACE = 'https://basket-10.wbbasket.ru/vol1592/part159206/159206280/images/big/1.webp';
const DRAWN = '/media/drawn/mug-20-1.svg';

/** Photos as a card has them, under a profile with this pass. */
function show(photos: string[], mediaPass?: string) {
  const { queryClient } = renderPage(photos.map((photo) => <CardPhoto key={photo} src={photo} />));
  const renew = (pass: string | undefined) =>
    queryClient.setQueryData(userQueries.me().queryKey, { ...mockProfile, mediaPass: pass });
  if (mediaPass !== undefined) renew(mediaPass);
  return { queryClient, renew };
}

const asked = () => [...document.querySelectorAll('img')].map((picture) => picture.getAttribute('src'));

it('a stored photo is asked for with the profile’s pass, every other one without', async () => {
  show([STORED, MARKETPLACE, DRAWN], '7.20780.abc');
  await waitFor(() =>
    expect(asked()).toEqual([
      `${SMALL}?pass=7.20780.abc`,
      '/media/wb/basket-10.wbbasket.ru/vol1592/part159206/159206280/images/c246x328/1.webp',
      DRAWN.replace('drawn/', 'drawn/c246x328/'),
    ]),
  );
});

it('without a pass, as in a profile of an earlier version, it is asked for as the worker may have it', () => {
  const { renew } = show([STORED]);
  renew(undefined);
  expect(asked()).toEqual([SMALL]);
});

it('a photo that did not open with an old pass is asked for again with the next one', async () => {
  const { renew } = show([STORED], '7.20780.abc');
  await waitFor(() => expect(asked()).toEqual([`${SMALL}?pass=7.20780.abc`]));
  fireEvent.error(document.querySelector('img')!);
  expect(screen.getByTitle('Фото не загрузилось')).toBeVisible();
  renew('7.20781.def');
  await waitFor(() => expect(asked()).toEqual([`${SMALL}?pass=7.20781.def`]));
});

it('a picture asks for no profile of its own', () => {
  const { queryClient } = show([STORED]);
  expect(queryClient.getQueryState(userQueries.me().queryKey)?.fetchStatus).toBe('idle');
});

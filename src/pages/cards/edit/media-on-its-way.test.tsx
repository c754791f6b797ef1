import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { uploadPhotoEndpoint } from '#contract/photo-uploads.ts';
import { uploadVideoEndpoint } from '#contract/video-uploads.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage, type RenderedApp } from '#tests/setup/render-page.tsx';
import { CardCreatePage } from '#pages/cards/create/card-create-page.tsx';
import { CardEditPage } from './card-edit-page.tsx';

const ADDRESS = `/media/photos/${'1'.repeat(32)}.jpg`;
const picture = new File(['x'], '1.jpg', { type: 'image/jpeg' });
const film = new File(['x'], '1.mp4', { type: 'video/mp4' });
const shownPhotos = () =>
  [...document.querySelectorAll<HTMLElement>('[data-photo]')].map(({ dataset }) => dataset['photo']);

/** Uploads that end when the test says so. */
function holdUploads() {
  let arrive = () => {};
  const held = new Promise<void>((resolve) => (arrive = resolve));
  mockServer.use(
    mock(uploadPhotoEndpoint, async () => {
      await held;
      return { address: ADDRESS, width: 900, height: 1200 };
    }),
    mock(uploadVideoEndpoint, async () => {
      await held;
      return { address: `/media/videos/${'1'.repeat(32)}.mp4`, bytes: 10 };
    }),
  );
  return () => arrive();
}

async function uploadOnCard(): Promise<RenderedApp> {
  const rendered = renderPage(<CardEditPage />, '/home/cards/edit?id=1');
  await rendered.user.upload(await screen.findByLabelText('Файлы фото'), picture);
  await screen.findByText(/^Загружается: 1.файл$/);
  return rendered;
}

it('goes on while another tab of the card is open, and sending waits for it', async () => {
  const arrive = holdUploads();
  const { user } = await uploadOnCard();
  await user.upload(screen.getByLabelText('Файл видео'), film);
  await user.click(screen.getByRole('link', { name: /^Цены и скидки/ }));
  expect(screen.queryByLabelText('Файлы фото')).toBeNull();
  expect(screen.getByText(/^Загружается: 2.файла$/)).toBeVisible();
  const send = screen.getByRole('button', { name: 'Отправить в магазины' });
  expect(send).toHaveAttribute('aria-disabled', 'true');
  arrive();
  await screen.findByText('Не сохранено');
  await waitFor(() => expect(screen.queryByText(/^Загружается/)).toBeNull());
  expect(screen.getByRole('button', { name: 'Сохранить и отправить' })).not.toHaveAttribute('aria-disabled');
  await user.click(screen.getByRole('link', { name: /^Контент/ }));
  expect(shownPhotos()).toContain(ADDRESS);
  expect(document.querySelector('video')).not.toBeNull();
});

it('that fails while another tab is open is told there, and can be tried again where the photos are', async () => {
  mockServer.use(
    mock(uploadPhotoEndpoint, () => mockError(400, { detail: ['Фото меньше 700×900 пикселей'] })),
  );
  const { user } = renderPage(<CardEditPage />, '/home/cards/edit?id=1');
  await user.upload(await screen.findByLabelText('Файлы фото'), picture);
  await user.click(screen.getByRole('link', { name: /^Цены и скидки/ }));
  expect(await screen.findByText(/^Не загрузилось: 1.файл$/)).toBeVisible();
  await user.click(screen.getByRole('link', { name: /^Контент/ }));
  expect(screen.getByText('Фото меньше 700×900 пикселей')).toBeVisible();
});

it.each(['/home/cards', '/home/cards/edit?id=2'])(
  'is asked about by whoever leaves for %s',
  async (place) => {
    holdUploads();
    const { user, router, address } = await uploadOnCard();
    await act(() => router.navigate(place));
    const dialog = await screen.findByRole('dialog', { name: 'Уйти без сохранения?' });
    expect(dialog).toHaveTextContent('Фото ещё загружаются: если уйти, загрузка прервётся.');
    expect(dialog).not.toHaveTextContent('Изменения не сохранены');
    await user.click(screen.getByRole('button', { name: 'Остаться' }));
    expect(address()).toBe('/home/cards/edit?id=1');
    expect(screen.getByText(/^Загружается: 1.файл$/)).toBeVisible();
  },
);

it('is waited for before a new card is made, and outlives a look at other ways to begin', async () => {
  const arrive = holdUploads();
  const { user } = renderPage(<CardCreatePage />, '/home/cards/create?step=form');
  await user.upload(await screen.findByLabelText('Файлы фото'), picture);
  const create = screen.getByRole('button', { name: 'Создать карточку' });
  await waitFor(() => expect(create).toHaveAttribute('aria-disabled', 'true'));
  await user.click(screen.getByRole('link', { name: 'Другой способ' }));
  await user.click(await screen.findByRole('button', { name: 'Пустая форма' }));
  arrive();
  await waitFor(() => expect(shownPhotos()).toEqual([ADDRESS]));
  expect(screen.getByRole('button', { name: 'Создать карточку' })).not.toHaveAttribute('aria-disabled');
});

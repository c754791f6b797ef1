import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { describe, expect, it } from 'vitest';
import type { CardContent } from '#contract/cards.ts';
import { uploadPhotoEndpoint } from '#contract/media.ts';
import { mockCard } from '#tests/mocks/cards.ts';
import { mediaHandlers } from '#tests/mocks/media.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { CardFormContext } from './form-context.ts';
import { PhotosPanel } from './photos-panel.tsx';

const A = '/media/drawn/mug-20-1.svg';
const B = '/media/drawn/mug-20-2.svg';
const C = 'https://basket-10.wbbasket.ru/vol1592/part159206/159206280/images/big/1.webp';

let photos: string[] = [];

function Form({ initial }: { initial: string[] }) {
  const [values, setValues] = useState<CardContent>({ ...mockCard(1), photos: initial });
  useEffect(() => {
    photos = values.photos;
  });
  return (
    <CardFormContext
      value={{
        values,
        errors: {},
        change: (patch) => setValues((now) => ({ ...now, ...patch })),
      }}
    >
      <PhotosPanel />
    </CardFormContext>
  );
}

const show = (initial: string[]) => renderPage(<Form initial={initial} />);
const picture = (name: string, type = 'image/jpeg') => new File(['x'], name, { type });
const uploaded = (number: number) => `/media/photos/${String(number).padStart(32, '0')}.jpg`;

describe('photos of a card', () => {
  it('are moved by buttons, which stay under the finger', async () => {
    const { user } = show([A, B, C]);
    await user.click(screen.getByRole('button', { name: 'Фото 1: позже' }));
    expect(photos).toEqual([B, A, C]);
    expect(screen.getByRole('button', { name: 'Фото 2: позже' })).toHaveFocus();
    expect(screen.getByText('Фото теперь 2-е из 3')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Фото 3: сделать обложкой' }));
    expect(photos).toEqual([C, B, A]);
    expect(screen.getByText('Фото теперь обложка')).toBeInTheDocument();
  });

  it('are moved by dragging', () => {
    show([A, B, C]);
    const [first, , third] = within(screen.getByRole('list')).getAllByRole('listitem');
    const dataTransfer = { types: ['text/plain'], setData: () => undefined };
    fireEvent.dragStart(first!, { dataTransfer });
    fireEvent.dragOver(third!, { dataTransfer });
    fireEvent.drop(third!, { dataTransfer });
    expect(photos).toEqual([B, C, A]);
  });

  it('are taken away and brought back to their place', async () => {
    const { user } = show([A, B, C]);
    await user.click(screen.getByRole('button', { name: 'Убрать фото 2' }));
    expect(photos).toEqual([A, C]);
    await user.click(await screen.findByRole('button', { name: 'Вернуть' }));
    expect(photos).toEqual([A, B, C]);
  });

  it('of the marketplace are shown through our own server', () => {
    show([C, 'https://images.example/1.jpg']);
    const [first, second] = within(screen.getByRole('list')).getAllByRole('listitem');
    expect(first!.querySelector('img')?.getAttribute('src')).toBe(
      '/media/wb/basket-10.wbbasket.ru/vol1592/part159206/159206280/images/c516x688/1.webp',
    );
    expect(second!.querySelector('img')).toBeNull();
    expect(within(second!).getByTitle('Фото по ссылке: https://images.example/1.jpg')).toBeVisible();
    fireEvent.error(first!.querySelector('img')!);
    expect(within(first!).getByTitle('Фото не загрузилось')).toBeVisible();
  });
});

describe('new photos', () => {
  it('come in the order they were chosen', async () => {
    mockServer.use(...mediaHandlers());
    const { user } = show([A]);
    await user.upload(screen.getByLabelText('Файлы фото'), [picture('1.jpg'), picture('2.jpg')]);
    await waitFor(() => expect(photos).toEqual([A, uploaded(1), uploaded(2)]));
  });

  it('come by dropping and by pasting, pictures only', async () => {
    mockServer.use(...mediaHandlers());
    show([]);
    fireEvent.drop(document.body, {
      dataTransfer: { types: ['Files'], files: [picture('1.jpg'), picture('x.pdf', 'application/pdf')] },
    });
    await waitFor(() => expect(photos).toEqual([uploaded(1)]));
    fireEvent.paste(document.body, { clipboardData: { files: [picture('2.png', 'image/png')] } });
    await waitFor(() => expect(photos).toEqual([uploaded(1), uploaded(2)]));
  });

  it('that are refused say why, and can be tried again', async () => {
    mockServer.use(
      mock(uploadPhotoEndpoint, () => mockError(400, { detail: ['Фото меньше 700×900 пикселей'] })),
    );
    const { user } = show([]);
    await user.upload(screen.getByLabelText('Файлы фото'), picture('small.jpg'));
    expect(await screen.findByText('Фото меньше 700×900 пикселей')).toBeVisible();
    expect(photos).toEqual([]);
    mockServer.use(...mediaHandlers());
    await user.click(screen.getByRole('button', { name: 'Повторить' }));
    await waitFor(() => expect(photos).toEqual([uploaded(1)]));
  });

  it('are no more than thirty', async () => {
    mockServer.use(...mediaHandlers());
    const { user } = show(Array.from({ length: 29 }, (_, index) => `/media/drawn/mug-20-${index + 1}.svg`));
    await user.upload(screen.getByLabelText('Файлы фото'), [picture('1.jpg'), picture('2.jpg')]);
    expect(await screen.findByText('В карточке не больше 30 фото: лишние не загружены')).toBeVisible();
    await waitFor(() => expect(photos).toHaveLength(30));
    expect(screen.queryByRole('button', { name: 'Загрузить' })).toBeNull();
  });
});

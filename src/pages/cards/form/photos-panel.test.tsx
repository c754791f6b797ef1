import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { useEffect, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { CardContent } from '#contract/cards.ts';
import { saveLinkedPhotoEndpoint, uploadPhotoEndpoint } from '#contract/photo-uploads.ts';
import { uploadVideoEndpoint } from '#contract/video-uploads.ts';
import { connectivity } from '#offline/connection/connectivity.ts';
import { mockCard } from '#tests/mocks/cards.ts';
import { mediaHandlers } from '#tests/mocks/media.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { CardFormContext, type CardForm } from './form-context.ts';
import { PhotosPanel } from './photos-panel.tsx';
import { useCardMedia } from './use-card-media.ts';
import { focusField } from './use-focus-field.ts';

const A = '/media/drawn/mug-20-1.svg';
const B = '/media/drawn/mug-20-2.svg';
const C = 'https://basket-10.wbbasket.ru/vol1592/part159206/159206280/images/big/1.webp';

let photos: string[] = [];
let video = '';

const uploaded = (number: number) => `/media/photos/${String(number).padStart(32, '0')}.jpg`;

function Form({ initial, film }: { initial: string[]; film: string }) {
  const [values, setValues] = useState<CardContent>({ ...mockCard(1), photos: initial, video: film });
  useEffect(() => {
    photos = values.photos;
    video = values.video ?? '';
  });
  const form: CardForm = {
    values,
    errors: {},
    change: (patch) => setValues((now) => ({ ...now, ...patch })),
  };
  const media = useCardMedia(form);
  return (
    <CardFormContext value={form}>
      <PhotosPanel media={media} />
    </CardFormContext>
  );
}

const show = (initial: string[], film = '') => renderPage(<Form initial={initial} film={film} />);
const photo = (name: string) => screen.getByRole('button', { name });
const tiles = () => [...document.querySelectorAll<HTMLElement>('[data-photo]')];

/** The photo that has the mark, and on which side. */
function marked() {
  const tile = tiles().find((one) => one.dataset['mark'] !== undefined);
  return tile && [tile.dataset['photo'], tile.dataset['mark']];
}

/** Photos of a hundred pixels each in one row. */
function startDrag(index: number, pointerType: string, on = '[data-grip]') {
  tiles().forEach((tile, at) => {
    tile.getBoundingClientRect = () => new DOMRect(at * 100, 300, 100, 100);
  });
  const from = tiles()[index]!.querySelector(on)!;
  const pointer = { pointerId: 1, pointerType, button: 0, clientY: 350 };
  fireEvent.pointerDown(from, { ...pointer, clientX: index * 100 + 50 });
  return {
    moveTo: (clientX: number) => fireEvent.pointerMove(document.body, { ...pointer, clientX }),
    put: () => {
      fireEvent.pointerUp(document.body, pointer);
      fireEvent.click(from, { detail: 1 });
    },
  };
}

/** True where it is left to the browser. */
const paste = (place: Element, files: File[], text = '') =>
  fireEvent.paste(place, { clipboardData: { files, getData: () => text } });

const picture = (name: string, type = 'image/jpeg') => new File(['x'], name, { type });

describe('photos of a card', () => {
  it('are chosen and moved by buttons, without any dragging', async () => {
    const { user } = show([A, B, C]);
    await user.click(photo('Фото 2'));
    await user.click(photo('Фото 3'));
    const bar = screen.getByRole('group', { name: 'Выбранные фото' });
    expect(within(bar).getByText('Выбрано 2 фото')).toBeVisible();
    expect(within(bar).getByRole('button', { name: 'Позже' })).toHaveAttribute('aria-disabled', 'true');
    await user.click(within(bar).getByRole('button', { name: 'Раньше' }));
    expect(photos).toEqual([B, C, A]);
    expect(screen.getByText('2 фото поставлены, первое — 1-е из 3')).toBeInTheDocument();
    await user.click(within(bar).getByRole('button', { name: 'Снять выбор' }));
    expect(screen.queryByRole('group', { name: 'Выбранные фото' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Фото 3: сделать обложкой' }));
    expect(photos).toEqual([A, B, C]);
    expect(screen.getByText('Фото теперь обложка')).toBeInTheDocument();
    expect(photo('Фото 1, обложка')).toHaveFocus();
  });

  it('are seen large and whole, one after another', async () => {
    const { user } = show([A, B, uploaded(1)]);
    await user.dblClick(photo('Фото 2'));
    const dialog = screen.getByRole('dialog', { name: 'Фото 2 из 3' });
    expect(dialog.querySelector('img')).toHaveAttribute('src', B.replace('/drawn/', '/drawn/big/'));
    await user.keyboard('{ArrowRight}');
    expect(screen.getByRole('dialog', { name: 'Фото 3 из 3' }).querySelector('img')).toHaveAttribute(
      'src',
      uploaded(1).replace('/photos/', '/photos/big/'),
    );
    await user.keyboard('{ArrowRight}');
    await user.click(screen.getByRole('button', { name: 'Предыдущее фото' }));
    await user.click(screen.getByRole('button', { name: 'Закрыть' }));
    // Two presses have chosen it and let it go.
    expect(screen.queryByRole('group', { name: 'Выбранные фото' })).toBeNull();
    await user.click(photo('Фото 1, обложка'));
    await user.click(screen.getByRole('button', { name: 'Крупно' }));
    expect(screen.getByRole('dialog', { name: 'Фото 1 из 3' })).toBeVisible();
    expect(photos).toEqual([A, B, uploaded(1)]);
  });

  it('are chosen in a row with Shift', async () => {
    const { user } = show([A, B, C]);
    await user.click(photo('Фото 1, обложка'));
    await user.keyboard('{Shift>}');
    await user.click(photo('Фото 3'));
    await user.keyboard('{/Shift}');
    expect(screen.getByText('Выбрано 3 фото')).toBeVisible();
    await user.keyboard('{Escape}');
    expect(screen.queryByText('Выбрано 3 фото')).toBeNull();
  });

  it('are moved by keys, and nothing is changed before they are put', async () => {
    const { user } = show([A, B, C]);
    photo('Фото 1, обложка').focus();
    await user.keyboard('{ArrowRight}');
    expect(photo('Фото 2')).toHaveFocus();
    await user.keyboard(' ');
    expect(
      screen.getByText('Фото 2 взято. Стрелки — куда, Пробел — поставить, Escape — отпустить'),
    ).toBeInTheDocument();
    await user.keyboard('{ArrowRight}');
    expect(screen.getByText('Место 3 из 3')).toBeInTheDocument();
    expect(marked()).toEqual([C, 'after']);
    expect(photos).toEqual([A, B, C]);
    await user.keyboard('{Escape}');
    expect([photos, marked()]).toEqual([[A, B, C], undefined]);
    expect(screen.getByText('Отпущено: порядок прежний')).toBeInTheDocument();
    await user.keyboard(' {Home}');
    expect(marked()).toEqual([A, 'before']);
    await user.keyboard(' ');
    expect(photos).toEqual([B, A, C]);
    expect(photo('Фото 1, обложка')).toHaveFocus();
    expect(screen.getByText('Фото теперь обложка')).toBeInTheDocument();
  });

  it('that were taken are let go when the keyboard goes elsewhere', async () => {
    const { user } = show([A, B, C]);
    photo('Фото 1, обложка').focus();
    await user.keyboard(' {End}');
    expect(marked()).toEqual([C, 'after']);
    await user.tab();
    expect([photos, marked()]).toEqual([[A, B, C], undefined]);
  });

  it.each(['mouse', 'touch'])(
    'are moved by dragging with a %s, together when several are chosen',
    async (pointerType) => {
      const { user } = show([A, B, C]);
      await user.click(photo('Фото 1, обложка'));
      await user.click(photo('Фото 2'));
      const drag = startDrag(0, pointerType);
      drag.moveTo(280);
      expect(marked()).toEqual([C, 'after']);
      expect(photos).toEqual([A, B, C]);
      drag.put();
      expect(photos).toEqual([C, A, B]);
      expect(screen.getByText('Выбрано 2 фото')).toBeVisible();
    },
  );

  it('L-46: are put where the hand let go, though its last move is not drawn yet', () => {
    show([A, B, C]);
    const drag = startDrag(0, 'touch');
    drag.moveTo(150);
    act(() => {
      drag.moveTo(280);
      drag.put();
    });
    expect(photos).toEqual([B, C, A]);
  });

  it('stay where they are when a drag is given up, or is no drag', () => {
    show([A, B, C]);
    const drag = startDrag(0, 'mouse');
    drag.moveTo(280);
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(marked()).toBeUndefined();
    drag.put();
    const still = startDrag(0, 'mouse');
    still.moveTo(53);
    still.put();
    expect(photos).toEqual([A, B, C]);
  });

  it('are not dragged by a finger outside their grip: it scrolls the page', () => {
    show([A, B, C]);
    const drag = startDrag(0, 'touch', '[data-photo-button]');
    drag.moveTo(280);
    expect(marked()).toBeUndefined();
  });

  it('are taken away and brought back to their places, all of them', async () => {
    const { user } = show([A, B, C]);
    await user.click(screen.getByRole('button', { name: 'Убрать фото 2' }));
    expect(photos).toEqual([A, C]);
    expect(photo('Фото 2')).toHaveFocus();
    expect(screen.getByText('Фото 2 убрано')).toBeVisible();
    await user.keyboard('{Delete}');
    expect(photos).toEqual([A]);
    expect(screen.queryByText('Фото 2 убрано')).toBeNull();
    expect(screen.getByText('Убрано 2 фото')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Вернуть' }));
    expect(photos).toEqual([A, B, C]);
  });

  it('that are chosen are taken away together', async () => {
    const { user } = show([A, B, C]);
    photo('Фото 1, обложка').focus();
    await user.keyboard('{Control>}a{/Control}');
    await user.click(within(screen.getByRole('group')).getByRole('button', { name: 'Убрать' }));
    expect(photos).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Вернуть' }));
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
  it('may be whatever the server says that it takes, a GIF too', async () => {
    mockServer.use(...mediaHandlers());
    const { user } = show([]);
    expect(screen.getByText(/от 700×900 пикселей/)).toHaveTextContent(/^JPG, PNG, WebP, BMP, GIF от/);
    // As a person chooses it: what the field does not accept is not offered.
    await user.upload(screen.getByLabelText('Файлы фото'), picture('1.gif', 'image/gif'));
    await waitFor(() => expect(photos).toEqual([uploaded(1)]));
  });

  it('come in the order they were chosen', async () => {
    mockServer.use(...mediaHandlers());
    const { user } = show([A]);
    await user.upload(screen.getByLabelText('Файлы фото'), [picture('1.jpg'), picture('2.jpg')]);
    await waitFor(() => expect(photos).toEqual([A, uploaded(1), uploaded(2)]));
  });

  it('come in a kind that the system does not know; what is no picture is named', async () => {
    mockServer.use(...mediaHandlers());
    show([]);
    fireEvent.drop(document.body, {
      dataTransfer: { types: ['Files'], files: [picture('IMG_1.HEIC', ''), picture('price.pdf', '')] },
    });
    await waitFor(() => expect(photos).toEqual([uploaded(1)]));
    expect(await screen.findByText(/^Файл «price.pdf» не добавлен\. Подойдут фото JPG/)).toBeVisible();
  });

  it('that something before the server refuses are not said to have no connection', async () => {
    mockServer.use(mock(uploadPhotoEndpoint, () => new HttpResponse('<html>', { status: 413 })));
    const { user } = show([]);
    await user.upload(screen.getByLabelText('Файлы фото'), picture('1.jpg'));
    expect(await screen.findByText('Файл велик для сервера: уменьшите его')).toBeVisible();
    mockServer.use(mock(uploadPhotoEndpoint, () => new HttpResponse('<html>', { status: 500 })));
    await user.click(screen.getByRole('button', { name: 'Повторить' }));
    expect(await screen.findByText(/^Сервер ответил ошибкой 500/)).toBeVisible();
  });

  it('come by dropping and by pasting, pictures only', async () => {
    mockServer.use(...mediaHandlers());
    show([]);
    fireEvent.drop(document.body, {
      dataTransfer: { types: ['Files'], files: [picture('1.jpg'), picture('x.pdf', 'application/pdf')] },
    });
    await waitFor(() => expect(photos).toEqual([uploaded(1)]));
    paste(document.body, [picture('2.png', 'image/png')]);
    await waitFor(() => expect(photos).toEqual([uploaded(1), uploaded(2)]));
    // As some systems copy a file: with its name, or its place.
    paste(document.body, [picture('3.png', 'image/png')], '/home/seller/3.png');
    await waitFor(() => expect(photos).toEqual([uploaded(1), uploaded(2), uploaded(3)]));
  });

  it('are not what is pasted into a field or a dialog, nor the picture of cells that are pasted as text', async () => {
    mockServer.use(...mediaHandlers());
    const { user } = show([]);
    const field = document.body.appendChild(document.createElement('input'));
    const cells = [picture('image.png', 'image/png')];
    expect(paste(field, cells)).toBe(true);
    expect(paste(document.body, cells, 'Платье\t1 200')).toBe(true);
    field.remove();
    const taken = document.body.appendChild(document.createElement('div'));
    taken.addEventListener('paste', (event) => event.preventDefault());
    paste(taken, cells);
    taken.remove();
    await user.click(screen.getByRole('button', { name: 'По ссылкам' }));
    expect(paste(screen.getByLabelText('Ссылки'), cells, 'https://a.example/1.jpg')).toBe(true);
    expect(paste(screen.getByRole('dialog'), cells)).toBe(true);
    expect(screen.queryByText('image.png')).toBeNull();
    expect(photos).toEqual([]);
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

  it('come from several addresses, each for itself', async () => {
    mockServer.use(
      mock(saveLinkedPhotoEndpoint, ({ body }) =>
        body.address.endsWith('2.jpg')
          ? mockError(400, { detail: ['По ссылке нет файла: сайт ответил 404'] })
          : { address: uploaded(Number(/(\d)\.jpg$/.exec(body.address)?.[1])), width: 900, height: 1200 },
      ),
    );
    const { user } = show([A]);
    await user.click(screen.getByRole('button', { name: 'По ссылкам' }));
    const links = [
      'https://a.example/1.jpg',
      'https://a.example/2.jpg',
      C,
      'https://a.example/1.jpg',
      'https://a.example/3.jpg',
    ];
    await user.click(screen.getByLabelText('Ссылки'));
    await user.paste(links.join('\n'));
    await user.click(screen.getByRole('button', { name: 'Добавить' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await screen.findByText('По ссылке нет файла: сайт ответил 404')).toBeVisible();
    // The marketplace's own is there already: nothing has to be fetched.
    await waitFor(() => expect(photos).toEqual([A, C, uploaded(1), uploaded(3)]));
    await user.click(screen.getByRole('button', { name: 'Убрать' }));
    expect(screen.queryByText('2.jpg')).toBeNull();
  });

  const addLinks = async (user: UserEvent, text: string) => {
    await user.click(screen.getByRole('button', { name: 'По ссылкам' }));
    fireEvent.change(screen.getByLabelText('Ссылки'), { target: { value: text } });
    await user.click(screen.getByRole('button', { name: 'Добавить' }));
  };

  it.each([
    ['', 'Вставьте хотя бы одну ссылку'],
    [
      'https://a.example/1.jpg http://b.example/2.jpg',
      'Нужна ссылка, которая начинается с https://: «http://b.example/2.jpg»',
    ],
    ['https://192.168.1.1/1.jpg', 'Такая ссылка не откроется у всех'],
  ])(
    'from addresses that cannot be right are told before anything is fetched: «%s»',
    async (text, problem) => {
      const { user } = show([A]);
      await addLinks(user, text);
      expect(screen.getByText(problem)).toBeVisible();
    },
  );

  it('from more addresses than there is room for are told with the room', async () => {
    const { user } = show(Array.from({ length: 28 }, (_, index) => `/media/drawn/mug-20-${index + 1}.svg`));
    await addLinks(user, 'https://a.example/1.jpg,https://a.example/2.jpg; https://a.example/3.jpg');
    expect(screen.getByText(/^В карточку поместится ещё 2 фото, а здесь 3.ссылки$/)).toBeVisible();
  });
});

describe('the video of a card', () => {
  const VIDEO = `/media/videos/${'1'.repeat(32)}.mp4`;
  const film = (name: string, bytes = 10) => new File([new Uint8Array(bytes)], name, { type: 'video/mp4' });
  const player = () => document.querySelector('video');
  const choose = (user: UserEvent, file: File) => user.upload(screen.getByLabelText('Файл видео'), file);

  it('is uploaded, played, taken away and brought back', async () => {
    mockServer.use(...mediaHandlers());
    const { user } = show([A]);
    expect(player()).toBeNull();
    await choose(user, film('1.mp4'));
    await waitFor(() => expect(video).toBe(VIDEO));
    expect(player()).toHaveAttribute('src', VIDEO);
    expect(player()).toHaveAttribute('preload', 'metadata');
    await user.click(screen.getByRole('button', { name: 'Убрать видео' }));
    expect([video, player()]).toEqual(['', null]);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Загрузить видео' })).toHaveFocus());
    await user.click(screen.getByRole('button', { name: 'Вернуть' }));
    expect(video).toBe(VIDEO);
    expect(photos).toEqual([A]);
  });

  it('comes by dropping too, and is none of the photos', async () => {
    mockServer.use(...mediaHandlers());
    show([A]);
    fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], files: [film('1.mp4')] } });
    await waitFor(() => expect(video).toBe(VIDEO));
    expect(photos).toEqual([A]);
  });

  it('that is refused says why, leaves the old one, and can be tried again', async () => {
    const OLD = VIDEO.replaceAll('1', '2');
    mockServer.use(
      mock(uploadVideoEndpoint, () => mockError(400, { detail: ['Подойдут целые файлы MP4 и MOV'] })),
    );
    const { user } = show([], OLD);
    await choose(user, film('cut.mp4'));
    expect(await screen.findByText('Подойдут целые файлы MP4 и MOV')).toBeVisible();
    expect(video).toBe(OLD);
    mockServer.use(...mediaHandlers());
    await user.click(screen.getByRole('button', { name: 'Повторить' }));
    await waitFor(() => expect(video).toBe(VIDEO));
  });

  it('of more than fifty megabytes is told before anything is sent', async () => {
    const { user } = show([]);
    await choose(user, film('long.mp4', 50 * 1024 * 1024 + 1));
    expect(screen.getByText(/^Видео больше 50 МБ/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Убрать' }));
    expect(screen.queryByText(/^Видео больше 50 МБ/)).toBeNull();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Загрузить видео' })).toHaveFocus());
  });

  it('that was cancelled on its way does not come', async () => {
    let arrive = () => {};
    const opened = new Promise<void>((resolve) => (arrive = resolve));
    mockServer.use(
      mock(uploadVideoEndpoint, async () => {
        await opened;
        return { address: VIDEO, bytes: 10 };
      }),
    );
    const { user } = show([]);
    await choose(user, film('1.mp4'));
    expect(await screen.findByRole('progressbar', { name: 'Загружается 1.mp4' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Отменить загрузку' }));
    arrive();
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(video).toBe('');
  });

  it('is uploaded only with a connection, and that is said', async () => {
    vi.spyOn(connectivity, 'getState').mockReturnValue('offline');
    const { user } = show([]);
    await user.click(screen.getByRole('button', { name: 'Загрузить видео' }));
    expect(await screen.findByText('Видео загружается только при связи')).toBeVisible();
  });

  it('is what a warning about it leads to', () => {
    show([A]);
    focusField('video');
    expect(screen.getByRole('button', { name: 'Загрузить видео' })).toHaveFocus();
  });

  it('that cannot be played says so', () => {
    show([], VIDEO);
    fireEvent.error(player()!);
    expect(screen.getByText(/^Видео не открылось/)).toBeVisible();
    expect(video).toBe(VIDEO);
  });
});

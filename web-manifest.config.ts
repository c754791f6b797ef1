import type { ManifestOptions } from 'vite-plugin-pwa';

/** The top menu's colour in both themes: the title bar of the installed app continues it. */
export const MENU_COLOR = '#14171f';

/** `id` is the installed app's identity and never changes, whatever happens to `start_url`. */
export const webManifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Прилавок — кабинет продавца',
  short_name: 'Прилавок',
  description:
    'Карточки, отправки, остатки, акции и прибыль нескольких магазинов на Wildberries в одном месте. Открывается сразу и показывает последние данные даже без связи.',
  lang: 'ru',
  dir: 'ltr',
  start_url: '/home/cards?source=pwa',
  scope: '/',
  display: 'standalone',
  orientation: 'any',
  theme_color: MENU_COLOR,
  background_color: '#f5f6f8',
  categories: ['business', 'productivity'],
  // One window: a second copy of a card being edited only makes conflicts.
  launch_handler: { client_mode: ['navigate-existing', 'auto'] },
  icons: [
    { src: '/icons/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icons/icon-maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
    { src: '/icons/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/icons/icon-monochrome.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'monochrome' },
  ],
  screenshots: [...screenshots('wide', '1440x900'), ...screenshots('narrow', '390x844')],
  shortcuts: [
    shortcut('Список карточек', '/home/cards'),
    shortcut('Отправки', '/home/shipments'),
    shortcut('Акции', '/home/promotions'),
    shortcut('Заказы и продажи', '/home/analytics/profit'),
  ],
};

/** Of the demo; shown by the browser before an installation and never stored by the worker. */
function screenshots(factor: 'wide' | 'narrow', sizes: string) {
  const screen = (name: string, label: string) => ({
    src: `/screenshots/${name}-${factor}.png`,
    sizes,
    type: 'image/png',
    form_factor: factor,
    label,
  });
  return [
    screen('cards', 'Карточки всех магазинов в одном списке'),
    screen('shipments', 'Отправки: что ушло, что исправить'),
    screen('profit', 'Прибыль по дням и из чего она сложилась'),
  ];
}

function shortcut(name: string, path: string) {
  return {
    name,
    url: `${path}?source=pwa`,
    icons: [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }],
  };
}

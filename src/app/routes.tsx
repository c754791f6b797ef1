import { Navigate, type RouteObject } from 'react-router-dom';
import { NotFoundPage } from '#pages/errors/not-found-page.tsx';
import { FullPageSpinner } from '#ui/full-page-spinner.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { GuestOnly, RequireSession } from './guards.tsx';
import { HomeLayout } from './home-layout.tsx';
import { laterStyles } from './later-styles.ts';
import { PageLoading } from './page-loading.tsx';
import { paths } from '#lib/paths.ts';
import { RootLayout } from './root-layout.tsx';
import { RootError, RouteError, UnknownRouteFrame } from './route-error.tsx';
import type { RouteHandle } from './shell/route-handle.ts';

const crumb = (label: string): { handle: RouteHandle } => ({ handle: { crumb: label } });
const redirect = (to: string) => <Navigate to={to} replace />;

/** For all pages but those that people begin with (first-styles.config.ts). */
const styled = async <T,>(page: Promise<T>): Promise<T> => (await Promise.all([page, laterStyles()]))[0];

/** Pages come by `lazy`, so that each has a chunk of its own; data is asked for by the pages, never by loaders. */
const home: RouteObject = {
  path: 'home',
  ...crumb('Главная'),
  element: <HomeLayout />,
  children: [
    {
      errorElement: <RouteError />,
      HydrateFallback: PageLoading,
      children: [
        { index: true, element: redirect(paths.cards) },
        {
          path: 'cards',
          ...crumb('Список карточек'),
          children: [
            {
              index: true,
              lazy: async () => ({
                Component: (await import('#pages/cards/list/card-list-page.tsx')).CardListPage,
              }),
            },
            {
              path: 'edit',
              ...crumb('Карточка'),
              lazy: async () => ({
                Component: (await styled(import('#pages/cards/edit/card-edit-page.tsx'))).CardEditPage,
              }),
            },
            {
              path: 'create',
              ...crumb('Создание карточки'),
              lazy: async () => ({
                Component: (await styled(import('#pages/cards/create/card-create-page.tsx'))).CardCreatePage,
              }),
            },
            {
              path: 'duplicate',
              ...crumb('Дублирование карточки'),
              lazy: async () => ({
                Component: (await styled(import('#pages/cards/create/card-duplicate-page.tsx')))
                  .CardDuplicatePage,
              }),
            },
            {
              path: 'table',
              ...crumb('Таблица'),
              lazy: async () => ({
                Component: (await styled(import('#pages/cards/table/card-table-page.tsx'))).CardTablePage,
              }),
            },
            {
              path: 'bulk-edit',
              ...crumb('Изменение карточек'),
              lazy: async () => ({
                Component: (await styled(import('#pages/cards/bulk/bulk-edit-page.tsx'))).BulkEditPage,
              }),
            },
            {
              path: 'import',
              ...crumb('Карточки из файла'),
              lazy: async () => ({
                Component: (await styled(import('#pages/cards/import/import-page.tsx'))).ImportPage,
              }),
            },
            {
              path: 'costs',
              ...crumb('Себестоимость из файла'),
              lazy: async () => ({
                Component: (await styled(import('#pages/cards/costs/cost-table-page.tsx'))).CostTablePage,
              }),
            },
            {
              path: 'price-quarantine',
              ...crumb('Карантин цен'),
              lazy: async () => ({
                Component: (await styled(import('#pages/cards/held-prices/held-prices-page.tsx')))
                  .HeldPricesPage,
              }),
            },
            {
              path: 'count',
              ...crumb('Пересчёт'),
              lazy: async () => ({
                Component: (await styled(import('#pages/cards/count/count-page.tsx'))).CountPage,
              }),
            },
            {
              path: 'history',
              ...crumb('История изменений'),
              lazy: async () => ({
                Component: (await styled(import('#pages/cards/bulk/bulk-history-page.tsx'))).BulkHistoryPage,
              }),
            },
          ],
        },
        {
          path: 'shipments',
          ...crumb('Отправки'),
          lazy: async () => ({
            Component: (await styled(import('#pages/shipments/shipments-page.tsx'))).ShipmentsPage,
          }),
        },
        {
          path: 'promotions',
          ...crumb('Акции'),
          lazy: async () => ({
            Component: (await styled(import('#pages/promotions/promotions-page.tsx'))).PromotionsPage,
          }),
        },
        {
          path: 'account',
          ...crumb('Аккаунт'),
          children: [
            { index: true, element: redirect(paths.shops) },
            {
              path: 'shops',
              ...crumb('Магазины'),
              lazy: async () => ({
                Component: (await styled(import('#pages/account/shops/shops-page.tsx'))).ShopsPage,
              }),
            },
            {
              path: 'warehouses',
              ...crumb('Группы складов'),
              lazy: async () => ({
                Component: (await styled(import('#pages/account/warehouses/warehouse-groups-page.tsx')))
                  .WarehouseGroupsPage,
              }),
            },
            {
              path: 'settings',
              ...crumb('Настройки'),
              lazy: async () => ({
                Component: (await styled(import('#pages/account/settings/settings-page.tsx'))).SettingsPage,
              }),
            },
          ],
        },
        {
          path: 'analytics',
          ...crumb('Аналитика'),
          children: [
            { index: true, element: redirect(paths.profit) },
            {
              path: 'profit',
              ...crumb('Заказы и продажи'),
              lazy: async () => ({
                Component: (await styled(import('#pages/analytics/profit-page.tsx'))).ProfitPage,
              }),
            },
            {
              path: 'reports',
              ...crumb('Сверка отчётов'),
              lazy: async () => ({
                Component: (await styled(import('#pages/analytics/reports/reports-page.tsx'))).ReportsPage,
              }),
            },
          ],
        },
        {
          path: 'diagnostics',
          ...crumb('Диагностика'),
          lazy: async () => ({
            Component: (await styled(import('#pages/diagnostics/diagnostics-page.tsx'))).DiagnosticsPage,
          }),
        },
      ],
    },
  ],
};

const auth: RouteObject = {
  path: 'auth',
  element: <AuthLayout />,
  children: [
    { index: true, element: redirect(paths.login) },
    {
      element: <GuestOnly />,
      children: [
        {
          path: 'login',
          ...crumb('Вход'),
          lazy: async () => ({ Component: (await import('#pages/auth/login-page.tsx')).LoginPage }),
        },
      ],
    },
    {
      element: <RequireSession />,
      children: [
        {
          path: 'password/change',
          ...crumb('Смена пароля'),
          lazy: async () => ({
            Component: (await styled(import('#pages/auth/password-change-page.tsx'))).PasswordChangePage,
          }),
        },
      ],
    },
  ],
};

/** For developers: the condition is false while building, which leaves no trace of it in a build. */
const gallery: RouteObject[] = import.meta.env.DEV
  ? [
      {
        path: 'ui',
        ...crumb('Галерея компонентов'),
        children: [
          {
            index: true,
            lazy: async () => ({ Component: (await import('#gallery/gallery-page.tsx')).GalleryPage }),
          },
          {
            path: ':family/:theme',
            lazy: async () => ({ Component: (await import('#gallery/specimens-page.tsx')).SpecimensPage }),
          },
        ],
      },
    ]
  : [];

export const routes: RouteObject[] = [
  {
    element: <RootLayout />,
    errorElement: <RootError />,
    HydrateFallback: FullPageSpinner,
    children: [
      { index: true, element: redirect(paths.home) },
      { element: <RequireSession />, children: [home] },
      auth,
      ...gallery,
      { element: <UnknownRouteFrame />, children: [{ path: '*', Component: NotFoundPage }] },
    ],
  },
];

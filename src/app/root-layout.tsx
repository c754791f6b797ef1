import { Outlet, ScrollRestoration } from 'react-router-dom';
import { useWindowTitle } from './window-title.ts';

export function RootLayout() {
  useWindowTitle();
  return (
    <>
      <Outlet />
      <ScrollRestoration />
    </>
  );
}

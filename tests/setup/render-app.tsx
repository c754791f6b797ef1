import { routes } from '#app/routes.tsx';
import { renderRoutes, type RenderedApp, type RenderOptions } from './render-page.tsx';

/** The whole app at an address, menu and guards included: `renderApp('/home/account/settings')`. */
export function renderApp(address: string, options: RenderOptions = {}): RenderedApp {
  return renderRoutes(routes, address, options);
}

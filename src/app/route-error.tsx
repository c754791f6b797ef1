import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { NotFoundPage } from '#pages/errors/not-found-page.tsx';
import { SomethingWrongPage } from '#pages/errors/something-wrong-page.tsx';

/** What the router shows when a page cannot be found, loaded or drawn. */
export function RouteError() {
  const error = useRouteError();
  return isRouteErrorResponse(error) && error.status === 404 ? <NotFoundPage /> : <SomethingWrongPage />;
}

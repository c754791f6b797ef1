import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { NotFoundPage } from '#pages/errors/not-found-page.tsx';
import { SomethingWrongPage } from '#pages/errors/something-wrong-page.tsx';
import { BrandFrame } from './brand-frame.tsx';

/** What stands in place of a page that cannot be found, loaded or drawn. */
export function RouteError() {
  const error = useRouteError();
  return isRouteErrorResponse(error) && error.status === 404 ? <NotFoundPage /> : <SomethingWrongPage />;
}

/** The same where there is no frame around the page. */
export function RootError() {
  return (
    <BrandFrame>
      <main className="flex grow flex-col">
        <RouteError />
      </main>
    </BrandFrame>
  );
}

export function UnknownRoute() {
  return (
    <BrandFrame>
      <main className="flex grow flex-col">
        <NotFoundPage />
      </main>
    </BrandFrame>
  );
}

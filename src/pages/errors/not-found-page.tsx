import { ErrorPage } from './error-page.tsx';

export function NotFoundPage() {
  return <ErrorPage title="Страница не найдена" text="Проверьте адрес: возможно, страницу переименовали." />;
}

import { Button } from '#ui/button.tsx';
import { ErrorPage } from './error-page.tsx';

export function SomethingWrongPage() {
  return (
    <ErrorPage
      title="Ошибка. Что-то пошло не так"
      text="Сохранённое не потеряно. Обновите страницу, а если ошибка повторится, перейдите на главную."
      actions={
        <Button icon="refresh" onClick={() => window.location.reload()}>
          Обновить страницу
        </Button>
      }
    />
  );
}

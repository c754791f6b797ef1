import { Badge } from '#ui/badge.tsx';
import type { BadgeTone } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Notice } from '#ui/notice.tsx';
import { Status } from '#ui/status.tsx';
import type { StatusTone } from '#ui/status.tsx';
import { showToast } from '#ui/toast-store.ts';
import type { ToastType } from '#ui/toast-store.ts';
import { LONG_CODE, LONG_WORDS, State, type Specimen } from './specimen.tsx';

const BADGES: readonly BadgeTone[] = ['neutral', 'accent', 'orange', 'red', 'green', 'on-dark-red'];
const STATUSES: readonly StatusTone[] = ['black', 'orange', 'red', 'green', 'neutral'];
const NOTICES = ['info', 'success', 'warning', 'error'] as const;
const TOASTS: readonly ToastType[] = ['success', 'info', 'warning', 'error'];
const nothing = () => undefined;

function Badges() {
  return (
    <>
      {BADGES.map((tone) => (
        <State key={tone} name={tone}>
          <div className={tone === 'on-dark-red' ? 'gallery-menu-ground' : 'gallery-row'}>
            <Badge tone={tone}>3</Badge>
            <Badge tone={tone}>10 248</Badge>
            <Badge tone={tone}>нет токена</Badge>
          </div>
        </State>
      ))}
      <State name="Предложение в узком месте">
        <div className="gallery-narrow">
          <Badge tone="orange" isWrapping>
            {LONG_WORDS}
          </Badge>
        </div>
      </State>
    </>
  );
}

function Statuses() {
  return (
    <>
      {STATUSES.map((tone) => (
        <State key={tone} name={tone}>
          <Status tone={tone}>Отправлена</Status>
        </State>
      ))}
      <State name="Длинный">
        <div className="gallery-narrow">
          <Status tone="red">{LONG_WORDS}</Status>
        </div>
      </State>
      <State name="Длинный, в одну строку">
        <div className="gallery-narrow">
          <Status tone="red" isOneLine>
            {LONG_WORDS}
          </Status>
        </div>
      </State>
    </>
  );
}

function Notices() {
  return (
    <>
      {NOTICES.map((tone) => (
        <State key={tone} name={tone} isWide>
          <Notice tone={tone} title="Токен истекает" action={<Button size="sm">Заменить</Button>}>
            Через три дня карточки этого магазина перестанут отправляться.
          </Notice>
        </State>
      ))}
      <State name="Без заголовка, длинный" isWide>
        <Notice tone="info">
          {LONG_WORDS}: {LONG_CODE}
        </Notice>
      </State>
    </>
  );
}

function Toasts() {
  const show = (type: ToastType, text: string) => showToast({ type, text, durationMs: Infinity });
  return (
    <>
      {TOASTS.map((type) => (
        <State key={type} name={type}>
          <Button onClick={() => show(type, `Уведомление вида ${type}`)}>Открыть уведомление</Button>
        </State>
      ))}
      <State name="С действием, длинное">
        <Button
          onClick={() =>
            showToast({
              type: 'success',
              text: `${LONG_WORDS}\n${LONG_CODE}`,
              action: { label: 'Вернуть', onClick: nothing },
              durationMs: Infinity,
            })
          }
        >
          Открыть уведомление
        </Button>
      </State>
      <State name="Больше, чем помещается">
        <Button
          onClick={() => Array.from({ length: 8 }, (_, index) => show('info', `Уведомление ${index + 1}`))}
        >
          Открыть восемь
        </Button>
      </State>
    </>
  );
}

function EmptyStates() {
  return (
    <>
      <State name="Ничего нет" isWide>
        <EmptyState
          icon="table"
          title="Карточек пока нет"
          text="Создайте первую или дождитесь, когда магазин их отдаст."
          action={<Button variant="primary">Создать карточку</Button>}
        />
      </State>
      <State name="Длинное" isWide>
        <EmptyState title={LONG_WORDS} text={`${LONG_WORDS}: ${LONG_CODE}`} />
      </State>
    </>
  );
}

function ErrorStates() {
  return (
    <>
      <State name="Можно повторить" isWide>
        <ErrorState title="Не удалось загрузить" text="Сервер не отвечает." onRetry={nothing} />
      </State>
      <State name="Повторяется" isWide>
        <ErrorState title="Не удалось загрузить" onRetry={nothing} isRetrying />
      </State>
      <State name="Повторять нечего, длинное" isWide>
        <ErrorState icon="offline" title={LONG_WORDS} text={`${LONG_WORDS}: ${LONG_CODE}`} />
      </State>
    </>
  );
}

export const feedback: readonly Specimen[] = [
  { names: ['Badge'], Show: Badges },
  { names: ['Status'], Show: Statuses },
  { names: ['Notice'], Show: Notices },
  { names: ['Toaster'], Show: Toasts },
  { names: ['EmptyState'], Show: EmptyStates },
  { names: ['ErrorState'], Show: ErrorStates },
];

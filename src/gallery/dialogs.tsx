import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { LONG_CODE, LONG_WORDS, State, type Specimen } from './specimen.tsx';

interface OpenerProps {
  name: string;
  children: (close: () => void) => ReactNode;
}

/** A dialog covers the page: one at a time. */
function Opener({ name, children }: OpenerProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <State name={name}>
      <Button onClick={() => setOpen(true)}>Открыть окно</Button>
      {isOpen ? children(() => setOpen(false)) : null}
    </State>
  );
}

const SIZES = ['sm', 'md', 'lg', 'xl'] as const;

function Dialogs() {
  return (
    <>
      {SIZES.map((size) => (
        <Opener key={size} name={`Размер ${size}`}>
          {(close) => (
            <Dialog
              open
              onClose={close}
              size={size}
              title="Цены и скидки"
              description="Уйдут в магазины сразу"
              footer={<Button onClick={close}>Закрыть окно</Button>}
            >
              {LONG_WORDS}
            </Dialog>
          )}
        </Opener>
      ))}
      <Opener name="Форма с ошибкой">
        {(close) => (
          <Dialog
            open
            onClose={close}
            onSubmit={close}
            title="Новый магазин"
            footer={
              <Button type="submit" variant="primary">
                Добавить
              </Button>
            }
          >
            <Field label="Название" error="Заполните название">
              <TextInput value="" onChange={() => undefined} />
            </Field>
          </Dialog>
        )}
      </Opener>
      <Opener name="Много и длинно">
        {(close) => (
          <Dialog
            open
            onClose={close}
            title={`${LONG_WORDS}: ${LONG_CODE}`}
            description={LONG_WORDS}
            footer={
              <>
                <Button onClick={close}>Закрыть, ничего не сохраняя</Button>
                <Button variant="danger">Удалить 10 248 карточек из 12 магазинов</Button>
                <Button variant="primary">Отправить 10 248 карточек в 12 магазинов</Button>
              </>
            }
          >
            {Array.from({ length: 40 }, (_, index) => (
              <p key={index}>{LONG_WORDS}</p>
            ))}
          </Dialog>
        )}
      </Opener>
    </>
  );
}

function ConfirmDialogs() {
  return (
    <>
      <Opener name="Обычный вопрос">
        {(close) => (
          <ConfirmDialog
            open
            onClose={close}
            onConfirm={close}
            title="Отправить карточки?"
            confirmLabel="Отправить 48 карточек"
          >
            48 карточек уйдут в 2 магазина.
          </ConfirmDialog>
        )}
      </Opener>
      <Opener name="Опасный, без текста">
        {(close) => (
          <ConfirmDialog
            open
            onClose={close}
            onConfirm={close}
            title="Удалить магазин?"
            confirmLabel="Удалить"
            isDangerous
          />
        )}
      </Opener>
      <Opener name="Занят: закроется через 5 секунд">{(close) => <BusyDialog onDone={close} />}</Opener>
    </>
  );
}

const BUSY_MS = 5_000;

/** A busy dialog cannot be left: it ends by itself, as the answer it waits for would end it. */
function BusyDialog({ onDone }: { onDone: () => void }) {
  useEffect(() => {
    const timer = setTimeout(onDone, BUSY_MS);
    return () => clearTimeout(timer);
  }, [onDone]);
  return (
    <ConfirmDialog
      open
      loading
      onClose={onDone}
      onConfirm={onDone}
      title="Отправить карточки?"
      confirmLabel="Отправить 48 карточек"
    >
      48 карточек уйдут в 2 магазина.
    </ConfirmDialog>
  );
}

export const dialogs: readonly Specimen[] = [
  { names: ['Dialog'], Show: Dialogs },
  { names: ['ConfirmDialog'], Show: ConfirmDialogs },
];

import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Field } from './field.tsx';
import { TextInput } from './text-input.tsx';

function Page({ hasField = false, isDismissible = true }: { hasField?: boolean; isDismissible?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Открыть</Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title="Отправить 48 карточек"
        description="Они уйдут сразу."
        isDismissible={isDismissible}
        footer={<Button onClick={() => setOpen(false)}>Отмена</Button>}
      >
        {hasField ? (
          <Field label="Причина">
            <TextInput value="" onChange={() => undefined} />
          </Field>
        ) : (
          <p>Текст</p>
        )}
      </Dialog>
    </>
  );
}

const open = () => userEvent.click(screen.getByRole('button', { name: 'Открыть' }));

it('is named by its title and described by its description', async () => {
  render(<Page />);
  await open();
  const dialog = screen.getByRole('dialog', { name: 'Отправить 48 карточек' });
  const description = document.getElementById(dialog.getAttribute('aria-describedby') ?? '');
  expect(description?.textContent).toBe('Они уйдут сразу.');
});

it('starts at the first field, and at itself when there is none, so that Enter confirms nothing', async () => {
  const { unmount } = render(<Page hasField />);
  await open();
  expect(document.activeElement).toBe(screen.getByLabelText('Причина'));
  unmount();
  render(<Page />);
  await open();
  expect(document.activeElement?.tagName).toBe('DIV');
  expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true);
});

it.each([
  ['its cross', () => userEvent.click(screen.getByRole('button', { name: 'Закрыть' }))],
  ['its footer', () => userEvent.click(screen.getByRole('button', { name: 'Отмена' }))],
  [
    'the browser’s Escape',
    () => fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true })),
  ],
  ['a press on the backdrop', () => userEvent.click(screen.getByRole('dialog'))],
])('closes by %s and gives the focus back', async (_way, close) => {
  render(<Page />);
  await open();
  await close();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Открыть' }));
});

it('stays open while leaving would lose work, and when a press begun inside ends outside', async () => {
  const { unmount } = render(<Page isDismissible={false} />);
  await open();
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
  await userEvent.click(screen.getByRole('dialog'));
  expect(screen.getByRole('dialog')).toBeTruthy();
  unmount();

  render(<Page />);
  await open();
  fireEvent.pointerDown(screen.getByText('Текст'));
  fireEvent.click(screen.getByRole('dialog'));
  expect(screen.getByRole('dialog')).toBeTruthy();
});

it('stays open when «close» of an earlier opening comes late, as it does when React mounts twice', async () => {
  render(<Page />, { reactStrictMode: true });
  await open();
  const dialog = screen.getByRole<HTMLDialogElement>('dialog');
  expect(dialog.open).toBe(true);
  fireEvent(dialog, new Event('close'));
  expect(screen.getByRole('dialog')).toBe(dialog);
  // A second Escape closes it whatever the page says: then the page must know.
  dialog.close();
  fireEvent(dialog, new Event('close'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('as a form sends itself by Enter and not the form around it', async () => {
  const onSubmit = vi.fn();
  const onOuterSubmit = vi.fn();
  render(
    <form onSubmit={onOuterSubmit}>
      <Dialog
        open
        onClose={() => undefined}
        title="Переименовать"
        onSubmit={onSubmit}
        footer={<Button type="submit">Готово</Button>}
      >
        <Field label="Имя">
          <TextInput value="" onChange={() => undefined} />
        </Field>
      </Dialog>
    </form>,
  );
  await userEvent.type(screen.getByLabelText('Имя'), '{Enter}');
  expect(onSubmit).toHaveBeenCalledOnce();
  expect(onOuterSubmit).not.toHaveBeenCalled();
});

/** Nothing is laid out here: what scrolls says its heights itself. */
function layOut(contentPx: number) {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(contentPx);
}

it('that is longer than the window and has no field is scrolled by the keyboard', async () => {
  layOut(900);
  render(<Page />);
  await open();
  await userEvent.tab();
  await userEvent.tab();
  expect(document.activeElement).toContainElement(screen.getByText('Текст'));
});

it('is no stop of the keyboard itself where all is in sight, or where a field is one', async () => {
  layOut(400);
  const { unmount } = render(<Page />);
  await open();
  expect(document.querySelector('[data-dialog-body]')).not.toHaveAttribute('tabindex');
  unmount();
  layOut(900);
  render(<Page hasField />);
  await open();
  expect(document.querySelector('[data-dialog-body]')).not.toHaveAttribute('tabindex');
});

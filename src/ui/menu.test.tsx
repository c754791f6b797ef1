import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Button } from './button.tsx';
import { Menu, MenuItem } from './menu.tsx';
import { Popover } from './popover.tsx';

const onExport = vi.fn();

function Page() {
  return (
    <>
      <Menu trigger={(props) => <Button {...props}>Экспорт</Button>}>
        <MenuItem onSelect={() => onExport('xlsx')}>XLSX</MenuItem>
        <MenuItem onSelect={() => onExport('csv')}>CSV</MenuItem>
        <MenuItem onSelect={() => onExport('pdf')} disabledReason="Нет сети">
          PDF
        </MenuItem>
      </Menu>
      <button type="button">Снаружи</button>
    </>
  );
}

const trigger = () => screen.getByRole('button', { name: 'Экспорт' });
const focused = () => document.activeElement?.textContent;

it('opens by the keyboard, moves by arrows and letters, and gives the focus back when something is chosen', async () => {
  render(<Page />);
  trigger().focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(screen.getByRole('menu', { name: 'Экспорт' })).toBeTruthy();
  expect(focused()).toBe('XLSX');
  await userEvent.keyboard('{ArrowDown}');
  expect(focused()).toBe('CSV');
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  expect(focused()).toContain('PDF');
  await userEvent.keyboard('c');
  expect(focused()).toBe('CSV');
  await userEvent.keyboard('{Enter}');
  expect(onExport).toHaveBeenCalledExactlyOnceWith('csv');
  expect(screen.queryByRole('menu')).toBeNull();
  expect(document.activeElement).toBe(trigger());
});

it('closes by Escape and by a press outside; what cannot be done says why and stays', async () => {
  onExport.mockClear();
  render(<Page />);
  await userEvent.click(trigger());
  await userEvent.click(screen.getByRole('menuitem', { name: /PDF/ }));
  expect(onExport).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('menu')).toBeNull();
  expect(document.activeElement).toBe(trigger());

  await userEvent.click(trigger());
  await userEvent.click(screen.getByRole('button', { name: 'Снаружи' }));
  expect(screen.queryByRole('menu')).toBeNull();

  await userEvent.click(trigger());
  await userEvent.click(trigger());
  expect(screen.queryByRole('menu')).toBeNull();
});

it('a popover starts at its first control, and can be closed from inside', async () => {
  render(
    <Popover label="Фильтр" trigger={(props) => <Button {...props}>Бренд</Button>}>
      {(close) => <Button onClick={close}>Готово</Button>}
    </Popover>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Бренд' }));
  expect(screen.getByRole('dialog', { name: 'Фильтр' })).toBeTruthy();
  expect(focused()).toBe('Готово');
  await userEvent.keyboard('{Enter}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(focused()).toBe('Бренд');
});

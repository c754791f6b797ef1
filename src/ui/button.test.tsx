import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Button } from './button.tsx';

it('does nothing while loading or with a reason against it, but can be focused and tells the reason', async () => {
  const onClick = vi.fn();
  const onSubmit = vi.fn();
  const { rerender } = render(
    <form onSubmit={onSubmit}>
      <Button type="submit" onClick={onClick} disabledReason="Нет сети">
        Отправить
      </Button>
    </form>,
  );
  const button = screen.getByRole('button', { name: 'Отправить' });
  await userEvent.tab();
  expect(document.activeElement).toBe(button);
  expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Нет сети',
  );
  await userEvent.keyboard('{Enter}');
  rerender(
    <form onSubmit={onSubmit}>
      <Button type="submit" onClick={onClick} loading>
        Отправить
      </Button>
    </form>,
  );
  await userEvent.click(button);
  expect(button.getAttribute('aria-busy')).toBe('true');
  expect(screen.getByRole('button', { name: 'Отправить' })).toBe(button);
  expect(onClick).not.toHaveBeenCalled();
  expect(onSubmit).not.toHaveBeenCalled();
});

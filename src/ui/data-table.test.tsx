import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Cell, DataTable, Row } from './data-table.tsx';
import { Dialog } from './dialog.tsx';

it('a row opens by a press on itself, not on its controls nor in a dialog opened from it', () => {
  const onOpen = vi.fn();
  render(
    <DataTable label="Карточки">
      <tbody>
        <Row onOpen={onOpen}>
          <Cell>Кружка</Cell>
          <Cell>
            <button type="button">Копировать</button>
            <Dialog open onClose={() => undefined} title="Диалог строки" />
          </Cell>
        </Row>
      </tbody>
    </DataTable>,
  );
  fireEvent.click(screen.getByText('Копировать'));
  fireEvent.click(screen.getByText('Диалог строки'));
  expect(onOpen).not.toHaveBeenCalled();
  fireEvent.click(screen.getByText('Кружка'));
  expect(onOpen).toHaveBeenCalledOnce();
});

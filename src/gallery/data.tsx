import { useState } from 'react';
import { Checkbox } from '#ui/checkbox.tsx';
import { Cell, DataTable, HeadCell, Row, TwoLines } from '#ui/data-table.tsx';
import type { SortDirection } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { VirtualList, VirtualTableBody } from '#ui/virtual-rows.tsx';
import { LONG_CODE, LONG_WORDS, State, type Specimen } from './specimen.tsx';

const ROW_REM = 2.5;
const nothing = () => undefined;

function Tables() {
  const [sort, setSort] = useState<SortDirection>('asc');
  const [isSelected, setSelected] = useState(true);
  return (
    <>
      <State name="Обычная: выбранная строка, строка под клавиатурой, открываемая строка" isWide>
        <DataTable label="Обычная">
          <thead>
            <tr>
              <HeadCell>
                <Checkbox aria-label="Выбрать все" isIndeterminate checked={false} onChange={nothing} />
              </HeadCell>
              <HeadCell sort={sort} onSort={() => setSort(sort === 'asc' ? 'desc' : 'asc')}>
                Карточка
              </HeadCell>
              <HeadCell align="end" sort={null} onSort={nothing}>
                Цена
              </HeadCell>
            </tr>
          </thead>
          <tbody>
            <Row isSelected={isSelected}>
              <Cell>
                <Checkbox aria-label="Выбрать шарф" checked={isSelected} onChange={setSelected} />
              </Cell>
              <Cell>Шарф</Cell>
              <Cell align="end">1 249 ₽</Cell>
            </Row>
            <Row isActive>
              <Cell />
              <Cell>
                <TwoLines main="Шапка" below="SHAPKA-0001" />
              </Cell>
              <Cell align="end">—</Cell>
            </Row>
            <Row onOpen={nothing}>
              <Cell />
              <Cell>
                <TextLink to="." isAlone>
                  {LONG_WORDS}
                </TextLink>
              </Cell>
              <Cell align="end">1 249 300 ₽</Cell>
            </Row>
          </tbody>
        </DataTable>
      </State>
      <State name="Широкая, прокручивается внутри" isWide>
        <DataTable label="Широкая" scroll="inside">
          <thead>
            <tr>
              {Array.from({ length: 12 }, (_, index) => (
                <HeadCell key={index} align="end">
                  Склад {index + 1}
                </HeadCell>
              ))}
            </tr>
          </thead>
          <tbody>
            <Row>
              {Array.from({ length: 12 }, (_, index) => (
                <Cell key={index} align="end">
                  10 248
                </Cell>
              ))}
            </Row>
          </tbody>
        </DataTable>
      </State>
      <State name="Пустая" isWide>
        <DataTable label="Пустая">
          <tbody>
            <tr>
              <td>
                <EmptyState title="Ничего не найдено" />
              </td>
            </tr>
          </tbody>
        </DataTable>
      </State>
    </>
  );
}

const renderRow = (index: number) => (
  <Row aria-rowindex={index + 1} style={{ height: `${ROW_REM}rem` }}>
    <Cell>Карточка {index + 1}</Cell>
    <Cell align="end">10 248 ₽</Cell>
  </Row>
);

const renderItem = (index: number) => (
  <li style={{ height: `${ROW_REM}rem` }} className="truncate">
    {index + 1}. {index % 10 === 1 ? LONG_CODE : 'Карточка'}
  </li>
);

function VirtualRows() {
  return (
    <>
      <State name="Ничего, неактивные, много" isWide>
        <DataTable label="Ничего">
          <VirtualTableBody count={0} rowHeightRem={ROW_REM} renderRow={renderRow} />
        </DataTable>
        <DataTable label="Неактивные">
          <VirtualTableBody count={3} rowHeightRem={ROW_REM} isInert renderRow={renderRow} />
        </DataTable>
        <DataTable label="Много">
          <VirtualTableBody count={60} rowHeightRem={ROW_REM} renderRow={renderRow} />
        </DataTable>
      </State>
      <State name="Списком" isWide>
        <VirtualList label="Списком" count={60} rowHeightRem={ROW_REM} renderRow={renderItem} />
      </State>
    </>
  );
}

export const data: readonly Specimen[] = [
  { names: ['DataTable', 'HeadCell', 'Row', 'Cell', 'TwoLines'], Show: Tables },
  { names: ['VirtualTableBody', 'VirtualList'], Show: VirtualRows },
];

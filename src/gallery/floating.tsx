import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { FilterChip } from '#ui/filter-chip.tsx';
import { BarButton, BarSeparator, FloatingBar } from '#ui/floating-bar.tsx';
import { FloatingLayer } from '#ui/floating-layer.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { Popover } from '#ui/popover.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { LONG_WORDS, State, type Specimen } from './specimen.tsx';

const REASON = 'Нет связи с сервером';
const nothing = () => undefined;

function Menus() {
  return (
    <>
      <State name="Мало">
        <Menu
          trigger={(props) => (
            <Button {...props} iconEnd="chevron-down">
              Открыть меню
            </Button>
          )}
        >
          <MenuItem onSelect={nothing} icon="edit">
            Изменить
          </MenuItem>
          <MenuItem onSelect={nothing} icon="send" disabledReason={REASON}>
            Отправить
          </MenuItem>
          <MenuItem onSelect={nothing} icon="trash" isDanger>
            Удалить
          </MenuItem>
        </Menu>
      </State>
      <State name="Много и длинно, у правого края">
        <Menu align="end" trigger={(props) => <IconButton {...props} icon="more" label="Открыть ещё" />}>
          <MenuItem onSelect={nothing}>{LONG_WORDS}</MenuItem>
          {Array.from({ length: 40 }, (_, index) => (
            <MenuItem key={index} onSelect={nothing}>
              Склад {index + 1}
            </MenuItem>
          ))}
        </Menu>
      </State>
    </>
  );
}

function Popovers() {
  return (
    <>
      <State name="С полем">
        <Popover label="Артикул" trigger={(props) => <FilterChip {...props} label="Открыть фильтр" />}>
          {(close) => (
            <div className="gallery-row">
              <TextInput aria-label="Артикул" value="" onChange={nothing} />
              <Button onClick={close}>Применить</Button>
            </div>
          )}
        </Popover>
      </State>
      <State name="Длинный текст, сверху">
        <Popover
          label="Пояснение"
          side="above"
          trigger={(props) => <Button {...props}>Открыть пояснение</Button>}
        >
          <p>{`${LONG_WORDS}. `.repeat(6)}</p>
        </Popover>
      </State>
    </>
  );
}

function Layers() {
  const anchor = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <State name="Без вида: его даёт тот, кто взял слой">
      <Button ref={anchor} onClick={() => setOpen(!isOpen)}>
        Открыть слой
      </Button>
      {isOpen ? (
        <FloatingLayer anchor={anchor} align="center" onClose={() => setOpen(false)}>
          {LONG_WORDS}
        </FloatingLayer>
      ) : null}
    </State>
  );
}

/** A bar takes the foot of the window: one at a time. */
function BarState({ name, children }: { name: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <State name={name}>
      <Button onClick={() => setOpen(!isOpen)}>Открыть панель</Button>
      {isOpen ? (
        <FloatingBar summary="Выбрано 10 248" onClose={() => setOpen(false)}>
          {children}
        </FloatingBar>
      ) : null}
    </State>
  );
}

function Bars() {
  return (
    <>
      <BarState name="Одно действие">
        <BarButton isPrimary onClick={nothing}>
          Отправить
        </BarButton>
      </BarState>
      <BarState name="Много действий">
        <BarButton isPrimary onClick={nothing}>
          Отправить
        </BarButton>
        <BarButton onClick={nothing}>Цены и скидки</BarButton>
        <BarButton disabledReason={REASON} onClick={nothing}>
          Обнулить остатки
        </BarButton>
        <BarButton onClick={nothing}>Выгрузить в таблицу</BarButton>
        <BarSeparator />
        <BarButton onClick={nothing}>В архив</BarButton>
      </BarState>
    </>
  );
}

export const floating: readonly Specimen[] = [
  { names: ['Menu', 'MenuItem'], Show: Menus },
  { names: ['Popover'], Show: Popovers },
  { names: ['FloatingLayer'], Show: Layers },
  { names: ['FloatingBar', 'BarButton', 'BarSeparator'], Show: Bars },
];

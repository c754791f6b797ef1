import type { CardRow } from '#contract/card-list.ts';
import { foldForSearch } from '#lib/text.ts';
import { hrefTo, paths } from '#lib/paths.ts';
import { menuItems } from './menu-items.ts';

export interface Command {
  /** Unique among the palette's options. */
  key: string;
  label: string;
  /** Where it stands, or what else tells it apart. */
  note: string;
  to: string;
}

/** Looks for another text in place of the typed one. */
export interface SearchCommand extends Omit<Command, 'to'> {
  search: string;
}

const screens: readonly Command[] = [
  ...menuItems.flatMap((item) =>
    'to' in item
      ? [screen(item.label, '', item.to)]
      : item.items.map((leaf) => screen(leaf.label, item.label, leaf.to)),
  ),
  screen('Создать карточку', 'Список карточек', paths.cardCreate),
  screen('Пересчёт', 'Список карточек', paths.cardCount),
  screen('Себестоимость из файла', 'Список карточек', paths.costTable),
  screen('История изменений', 'Список карточек', paths.cardHistory),
  screen('Карантин цен', 'Список карточек', paths.heldPrices),
  screen('Сменить пароль', 'Настройки', paths.passwordChange),
];

function screen(label: string, note: string, to: string): Command {
  return { key: to, label, note, to };
}

/** The screens whose name or place holds every typed word. */
export function findScreens(typed: string): readonly Command[] {
  const words = foldForSearch(typed).split(' ');
  return screens.filter(({ label, note }) => {
    const text = foldForSearch(`${label} ${note}`);
    return words.every((word) => text.includes(word));
  });
}

export function cardCommand({ id, title, vendorCode, nmId }: CardRow): Command {
  return {
    key: `card-${id}`,
    label: title || 'Без названия',
    note: nmId === null ? vendorCode : `${vendorCode} · ${nmId}`,
    to: hrefTo.card({ id }),
  };
}

/** The list of all cards that the text finds. */
export function allCardsCommand(typed: string, count: number): Command {
  return {
    key: 'all-cards',
    label: `Показать все найденные: ${count}`,
    note: 'Список карточек',
    to: hrefTo.cards({ q: typed }),
  };
}

/** What may have been meant by a text that finds no card. */
export function searchCommand(search: string): SearchCommand {
  return { key: 'suggestion', label: `Искать «${search}»`, note: 'Возможно, опечатка', search };
}

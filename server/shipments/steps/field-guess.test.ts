import { expect, it } from 'vitest';
import { guessField } from './field-guess.ts';

const characteristics = [
  { id: 1, name: 'Цвет' },
  { id: 2, name: 'Цвет фурнитуры' },
  { id: 3, name: 'Объем' },
];

it.each([
  ['Поле Наименование не должно содержать запрещенные символы: 😈', 'title'],
  ['Запрещено использовать E-Mail в поле Описание', 'description'],
  ['Бренд не найден в справочнике', 'brand'],
  ['Баркод 2000000000017 уже используется', 'sizes'],
  ['Артикул продавца уже занят другой карточкой этого магазина', 'vendorCode'],
  ['Такого предмета нет на Wildberries', 'subjectId'],
  ['Не заполнена обязательная характеристика: Объем', 'characteristics.3'],
  ['Не заполнена обязательная характеристика: Цвет фурнитуры', 'characteristics.2'],
  ['Не заполнены обязательные характеристики', 'characteristics'],
  ['Карточка отклонена модерацией: проверьте описание и фото', 'description'],
  ['Часть ссылок на фото не открылась', 'photos'],
  ['Карантин цен: новая цена в три раза ниже прежней или ещё меньше. Цена не изменена', 'priceKopecks'],
  ['Недопустимая скидка', 'discount'],
  ['Wildberries не смог выполнить запрос', null],
])('finds what to mend in «%s»', (text, field) => {
  expect(guessField(text, characteristics)).toBe(field);
});

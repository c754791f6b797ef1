import { buttons } from './buttons.tsx';
import { charts } from './charts.tsx';
import { choices } from './choices.tsx';
import { data } from './data.tsx';
import { dialogs } from './dialogs.tsx';
import { feedback } from './feedback.tsx';
import { floating } from './floating.tsx';
import { page } from './page.tsx';
import type { Family } from './specimen.tsx';
import { suggestionFields } from './suggestion-fields.tsx';
import { textFields } from './text-fields.tsx';
import { valueFields } from './value-fields.tsx';
import { waiting } from './waiting.tsx';

export const families: readonly Family[] = [
  { key: 'buttons', title: 'Кнопки и ссылки', specimens: buttons },
  { key: 'fields', title: 'Поля', specimens: [...textFields, ...suggestionFields, ...valueFields] },
  { key: 'choices', title: 'Выбор', specimens: choices },
  { key: 'floating', title: 'Поверх страницы', specimens: [...floating, ...dialogs] },
  { key: 'feedback', title: 'Что происходит', specimens: [...feedback, ...waiting] },
  { key: 'page', title: 'Части страницы', specimens: page },
  { key: 'data', title: 'Таблицы', specimens: data },
  { key: 'charts', title: 'Графики', specimens: charts },
];

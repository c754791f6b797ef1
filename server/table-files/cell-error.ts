/** What a formula that failed leaves in its cell. */
export const CELL_ERROR =
  /^#(?:N\/A|Н\/Д|REF!|ССЫЛКА!|VALUE!|ЗНАЧ!|DIV\/0!|ДЕЛ\/0!|NAME\?|ИМЯ\?|NUM!|ЧИСЛО!|NULL!|ПУСТО!)$/;

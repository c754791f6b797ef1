/** What a formula that failed leaves in its cell. */
export const CELL_ERROR =
  /^#(?:SPILL!|ПЕРЕНОС!|CALC!|ВЫЧИС!|FIELD!|ПОЛЕ!|BLOCKED!|ЗАБЛОКИРОВАНО!|UNKNOWN!|НЕИЗВЕСТНО!|CONNECT!|GETTING_DATA|ОЖИДАНИЕ_ДАННЫХ|ERROR!|ОШИБКА!|N\/A|Н\/Д|REF!|ССЫЛКА!|VALUE!|ЗНАЧ!|DIV\/0!|ДЕЛ\/0!|NAME\?|ИМЯ\?|NUM!|ЧИСЛО!|NULL!|ПУСТО!)$/;

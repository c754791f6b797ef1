/** What a person reads when somebody else, or they themselves, were faster by a moment. */
const TAKEN: Readonly<Record<string, string>> = {
  card_group_moves_at_work:
    'В этом магазине карточки уже объединяются или разъединяются. Дождитесь конца и повторите',
  card_templates_name: 'Шаблон с таким названием уже есть',
  card_views_name: 'Вид с таким названием уже есть',
  cards_vendor_code: 'Такой артикул уже есть у другой карточки',
  shop_tokens_shop_id_wb_token_id_key: 'Этот токен уже добавлен',
  shops_account_id_sid_key: 'Этот магазин уже добавлен. Добавьте токен в нём',
  users_login: 'Такой логин уже есть',
  warehouse_groups_cleaning: 'Группа для обнуления уже есть. Обновите страницу',
  warehouse_groups_name: 'Группа с таким названием уже есть',
};
const TAKEN_OTHERWISE = 'То же самое только что сохранили в другом месте. Обновите страницу';

/** True when a row was refused because another one has its value: somebody else was faster. */
export function isUniqueViolation(error: unknown, index: string): boolean {
  return violatedIndex(error) === index;
}

/** The sentence for a row that was refused because another one has its value; undefined for any other error. */
export function takenValueText(error: unknown): string | undefined {
  const index = violatedIndex(error);
  return index === undefined ? undefined : (TAKEN[index] ?? TAKEN_OTHERWISE);
}

function violatedIndex(error: unknown): string | undefined {
  if (!(error instanceof Error && 'code' in error && error.code === '23505')) return undefined;
  return 'constraint' in error ? String(error.constraint) : '';
}

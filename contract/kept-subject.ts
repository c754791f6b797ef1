/** A card that the marketplace has keeps its subject: an update there names none. Said alike by the editor, a file and a bulk edit. */
export function keptSubjectText(subjectName: string): string {
  return `Карточка уже на Wildberries: предмет там не меняется, остаётся «${subjectName}»`;
}

export const OTHER_SUBJECT_ADVICE = 'Нужен другой предмет — сделайте копию карточки и смените предмет в ней';

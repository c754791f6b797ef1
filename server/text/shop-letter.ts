const LEGAL_FORMS = /^(?:индивидуальный предприниматель|ип|ооо|пао|оао|зао|ао)(?=[\s«„"“])/i;

/** One letter for a shop's badge: of its own name, not of «ИП» or «ООО». */
export function shopLetter(name: string): string {
  const ownName = name.trim().replace(LEGAL_FORMS, '');
  const letter = /\p{L}|\p{N}/u.exec(ownName)?.[0] ?? /\p{L}|\p{N}/u.exec(name)?.[0] ?? 'М';
  return letter.toUpperCase();
}

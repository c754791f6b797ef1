/** The named of several facts, those that are there. */
export function pickFacts<Facts extends object>(facts: Facts, fields: readonly string[]): Partial<Facts> {
  const picked = Object.entries(facts).filter(([field]) => fields.includes(field));
  // Entries know no more of their keys than that they are texts.
  return Object.fromEntries(picked) as Partial<Facts>;
}

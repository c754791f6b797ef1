/** What tables call the shops of an account: by their names, with the number where several have one name. */
export function shopLabels(shops: Iterable<{ id: number; name: string }>): Map<number, string> {
  const all = [...shops];
  const times = new Map<string, number>();
  for (const { name } of all) times.set(foldedLabel(name), (times.get(foldedLabel(name)) ?? 0) + 1);
  return new Map(
    all.map(({ id, name }) => [id, times.get(foldedLabel(name)) === 1 ? name : `${name} (${id})`]),
  );
}

/** As people compare names: neither letter case nor spaces make two of one. */
export function foldedLabel(label: string): string {
  return label.replace(/\s+/g, ' ').trim().toLowerCase();
}

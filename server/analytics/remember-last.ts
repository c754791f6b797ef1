/**
 * For what is made of an object that stands and of a few other things, by a pure function: what was made last of that object is given
 * again while the others are the very same. It goes when the object goes.
 */
export function rememberLast<Made>() {
  const last = new WeakMap<WeakKey, { others: readonly unknown[]; made: Made }>();
  return (of: WeakKey, others: readonly unknown[], make: () => Made): Made => {
    const known = last.get(of);
    if (known && isSame(known.others, others)) return known.made;
    const made = make();
    last.set(of, { others, made });
    return made;
  };
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, at) => Object.is(value, other[at]));
}

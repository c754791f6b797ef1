const FIRST_LENGTH = 1024;
const GROWTH = 1.3;

type Numbers =
  Float64Array<ArrayBuffer> | Int32Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Uint8Array<ArrayBuffer>;

/** The same numbers with room for `length` of them and some more; itself when there is room. */
export function grown<Kind extends Numbers>(numbers: Kind, length: number): Kind {
  if (length <= numbers.length) return numbers;
  const next = Math.ceil(Math.max(length, FIRST_LENGTH, numbers.length * GROWTH));
  // Each kind is made by its own constructor.
  const larger = new (numbers.constructor as new (length: number) => Kind)(next);
  larger.set(numbers);
  return larger;
}

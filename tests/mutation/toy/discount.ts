/** For the tests of the mutator: a module, and tests beside it that leave its boundary open. */
export function discounted(price: number, discount: number): number {
  if (discount > 50) return price;
  return price - discount;
}

/** A change of its step never ends. */
export function sumTo(last: number): number {
  let sum = 0;
  for (let number = 1; number <= last; number += 1) sum += number;
  return sum;
}

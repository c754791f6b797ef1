/** EAN-13: the last digit makes the weighted sum of all thirteen (1, 3, 1, 3…) divisible by ten. */
export function isValidEan13(code: string): boolean {
  if (!/^\d{13}$/.test(code)) return false;
  const sum = Array.from(code).reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3),
    0,
  );
  return sum % 10 === 0;
}

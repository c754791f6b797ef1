import type { CardSize } from '#contract/cards.ts';
import { Checkbox } from '#ui/checkbox.tsx';

interface SizeChoiceProps {
  sizes: readonly CardSize[];
  left: ReadonlySet<string>;
  onChange: (left: ReadonlySet<string>) => void;
}

/** Which of a card's barcodes get labels. */
export function SizeChoice({ sizes, left, onChange }: SizeChoiceProps) {
  const toggle = (barcode: string, isOn: boolean) => {
    const next = new Set(left);
    if (isOn) next.delete(barcode);
    else next.add(barcode);
    onChange(next);
  };
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">Размеры</legend>
      <div className="flex max-h-40 flex-wrap gap-x-5 gap-y-1 overflow-y-auto">
        {sizes.flatMap(({ techSize, skus }, index) =>
          [...new Set(skus)].map((barcode) => (
            <Checkbox
              // Two sizes may have one barcode by mistake.
              key={`${index} ${barcode}`}
              label={techSize === '' || techSize === '0' ? barcode : `${techSize} · ${barcode}`}
              checked={!left.has(barcode)}
              onChange={(isOn) => toggle(barcode, isOn)}
            />
          )),
        )}
      </div>
    </fieldset>
  );
}

export function barcodesOf(sizes: readonly CardSize[]): string[] {
  return [...new Set(sizes.flatMap(({ skus }) => skus))];
}

import { useState, type RefObject } from 'react';
import { MAX_STOCK_AMOUNT } from '#contract/stock-amount.ts';
import { INPUT_STYLES } from '#ui/input-styles.ts';
import { returnToScanning } from './return-to-scanning.ts';

interface AmountFieldProps {
  label: string;
  amount: number;
  onChange: (amount: number) => void;
  scannedRef: RefObject<string>;
}

/** An amount is counted when it is left or closed with Enter; Escape lets what was typed go. A scan into it is a scan. */
export function AmountField({ label, amount, onChange, scannedRef }: AmountFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const settle = () => {
    if (typed === null) return;
    setTyped(null);
    const value = amountOf(typed, scannedRef.current);
    if (value !== null) onChange(value);
  };
  return (
    <span className="w-24">
      <input
        data-takes-scan
        aria-label={label}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        value={typed ?? String(amount)}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setTyped(event.target.value.replaceAll(/\D/g, ''))}
        onBlur={settle}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setTyped(null);
          if (event.key !== 'Enter') return;
          event.currentTarget.blur();
          returnToScanning();
        }}
        className={`${INPUT_STYLES} h-11 text-center text-lg tabular-nums`}
      />
    </span>
  );
}

/** null: nothing that can be an amount. */
export function amountOf(typed: string, scanned: string): number | null {
  const digits = scanned !== '' && typed.endsWith(scanned) ? typed.slice(0, -scanned.length) : typed;
  const value = Number(digits);
  return digits === '' || value > MAX_STOCK_AMOUNT ? null : value;
}

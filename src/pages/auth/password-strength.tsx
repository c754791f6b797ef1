import { PASSWORD_MIN_LENGTH } from '#contract/device-sessions.ts';
import { classNames } from '#lib/class-names.ts';
import { countOf } from '#lib/plurals.ts';
import { graphemeLength } from '#lib/text.ts';

/** Length is what makes a password strong; from here on it is good, and from there on hard to guess for long. */
const GOOD_LENGTH = 12;
const STRONG_LENGTH = 15;

interface Strength {
  /** Of three bars. */
  level: 0 | 1 | 2 | 3;
  text: string;
}

export function passwordStrength(password: string): Strength {
  const length = graphemeLength(password);
  const missing = PASSWORD_MIN_LENGTH - length;
  if (missing > 0) return { level: 0, text: `Ещё ${countOf(missing, ['символ', 'символа', 'символов'])}` };
  if (length < GOOD_LENGTH) return { level: 1, text: 'Слабый: удлините до 12 символов' };
  if (length < STRONG_LENGTH) return { level: 2, text: 'Хороший' };
  return { level: 3, text: 'Надёжный' };
}

const COLORS = ['bg-red-dot', 'bg-orange-dot', 'bg-green-dot', 'bg-green-dot'];

export function PasswordStrength({ password }: { password: string }) {
  if (password === '') return <>Не короче 8 символов. Длинная фраза надёжнее набора знаков</>;
  const { level, text } = passwordStrength(password);
  return (
    <span className="flex items-center gap-2.5">
      <span aria-hidden className="flex grow gap-1">
        {[1, 2, 3].map((bar) => (
          <span
            key={bar}
            className={classNames(
              'h-1 grow rounded-full forced-colors:outline',
              bar <= Math.max(level, 1)
                ? classNames(COLORS[level], 'forced-colors:bg-[Highlight]')
                : 'bg-black-soft',
            )}
          />
        ))}
      </span>
      {/* Announced as it changes, while one types. */}
      <output>{text}</output>
    </span>
  );
}

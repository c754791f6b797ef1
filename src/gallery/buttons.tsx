import { useRef } from 'react';
import { ButtonCore } from '#ui/button-core.tsx';
import type { ButtonSize, ButtonVariant } from '#ui/button-styles.ts';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { Icon } from '#ui/icon.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Link } from '#ui/link.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { TooltipBubble } from '#ui/tooltip.tsx';
import { LONG_CODE, LONG_WORDS, State, type Specimen } from './specimen.tsx';

const VARIANTS: readonly ButtonVariant[] = ['primary', 'secondary', 'ghost', 'danger', 'on-dark'];
const SIZES: readonly ButtonSize[] = ['sm', 'md', 'lg'];
const REASON = 'Нет связи с сервером: отправить можно, когда она вернётся';

/** What is made for the dark menu stands on it. */
const groundOf = (variant: ButtonVariant) => (variant === 'on-dark' ? 'gallery-menu-ground' : 'gallery-row');

function Buttons() {
  return (
    <>
      {VARIANTS.map((variant) => (
        <State key={variant} name={variant} isWide>
          <div className={groundOf(variant)}>
            <Button variant={variant}>Отправить</Button>
            <Button variant={variant} icon="send">
              Со значком
            </Button>
            <Button variant={variant} loading>
              Занята
            </Button>
            <Button variant={variant} disabledReason={REASON}>
              Недоступна
            </Button>
          </div>
        </State>
      ))}
      {SIZES.map((size) => (
        <State key={size} name={`Размер ${size}`}>
          <Button size={size} icon="plus" iconEnd="chevron-down">
            Добавить
          </Button>
        </State>
      ))}
      <State name="Длинный текст">
        <Button>Отправить 10 248 карточек в 12 магазинов</Button>
      </State>
    </>
  );
}

function IconButtons() {
  return (
    <>
      {VARIANTS.map((variant) => (
        <State key={variant} name={variant}>
          <div className={groundOf(variant)}>
            <IconButton variant={variant} icon="edit" label="Изменить" />
            <IconButton variant={variant} icon="edit" label="Изменить" loading />
            <IconButton variant={variant} icon="edit" label="Изменить" disabledReason={REASON} />
          </div>
        </State>
      ))}
      {SIZES.map((size) => (
        <State key={size} name={`Размер ${size}`}>
          <IconButton variant="secondary" size={size} icon="more" label="Ещё" />
        </State>
      ))}
    </>
  );
}

function CoreButtons() {
  return (
    <>
      <State name="Имя в подсказке">
        <ButtonCore nameAsTooltip="Снять выбор" aria-label="Снять выбор">
          <Icon name="close" />
        </ButtonCore>
      </State>
      <State name="Недоступна">
        <ButtonCore disabledReason={REASON}>Без вида</ButtonCore>
      </State>
      <State name="Занята">
        <ButtonCore loading>Без вида</ButtonCore>
      </State>
    </>
  );
}

function LinkButtons() {
  return (
    <>
      {VARIANTS.map((variant) => (
        <State key={variant} name={variant}>
          <div className={groundOf(variant)}>
            <LinkButton to="." variant={variant} icon="arrow-right">
              Открыть
            </LinkButton>
          </div>
        </State>
      ))}
      {SIZES.map((size) => (
        <State key={size} name={`Размер ${size}`}>
          <LinkButton to="." size={size}>
            К карточкам
          </LinkButton>
        </State>
      ))}
    </>
  );
}

function TextLinks() {
  return (
    <>
      <State name="В тексте">
        <p>
          Токен истёк, <TextLink to=".">замените его</TextLink> в настройках магазина.
        </p>
      </State>
      <State name="Одна">
        <TextLink to="." isAlone>
          SHARF-0001
        </TextLink>
      </State>
      <State name="Длинная" isWide>
        <TextLink to=".">{LONG_WORDS}</TextLink> <TextLink to=".">{LONG_CODE}</TextLink>
      </State>
    </>
  );
}

function Links() {
  return (
    <>
      <State name="Без вида: его даёт тот, кто ставит">
        <Link to=".">SHARF-0001</Link>
      </State>
      <State name="Длинная" isWide>
        <Link to=".">{LONG_WORDS}</Link>
      </State>
    </>
  );
}

function CopyButtons() {
  return (
    <>
      <State name="С названием">
        204 816 357 <CopyButton text="204816357" what="артикул WB" />
      </State>
      <State name="У правого края" isWide>
        <div style={{ textAlign: 'right' }}>
          204 816 357 <CopyButton text="204816357" />
        </div>
      </State>
    </>
  );
}

function Tooltips() {
  const short = useRef<HTMLButtonElement>(null);
  const long = useRef<HTMLButtonElement>(null);
  return (
    <>
      <State name="Короткая: наведите или дойдите клавишей Tab">
        <button type="button" ref={short}>
          Ширина
        </button>
        <TooltipBubble anchor={short} text="В сантиметрах" />
      </State>
      <State name="Длинная">
        <button type="button" ref={long}>
          Состав
        </button>
        <TooltipBubble anchor={long} text={`${LONG_WORDS}. ${LONG_CODE}`} />
      </State>
    </>
  );
}

export const buttons: readonly Specimen[] = [
  { names: ['Button'], Show: Buttons },
  { names: ['IconButton'], Show: IconButtons },
  { names: ['LinkButton'], Show: LinkButtons },
  { names: ['TextLink'], Show: TextLinks },
  { names: ['Link'], Show: Links },
  { names: ['CopyButton'], Show: CopyButtons },
  { names: ['TooltipBubble'], Show: Tooltips },
  { names: ['ButtonCore'], Show: CoreButtons },
];

import { formatKopecks, formatRoubles } from '#lib/money.ts';
import { Badge } from '#ui/badge.tsx';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { Button } from '#ui/button.tsx';
import { Icon, ICON_PATHS } from '#ui/icon.tsx';
import type { IconName } from '#ui/icon.tsx';
import { Kbd } from '#ui/kbd.tsx';
import { Logo } from '#ui/logo.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Panel } from '#ui/panel.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Change, StatTile } from '#ui/stat-tile.tsx';
import { LONG_CODE, LONG_WORDS, State, type Specimen } from './specimen.tsx';

const isIconName = (name: string): name is IconName => name in ICON_PATHS;

function PageHeaders() {
  return (
    <>
      <State name="Коротко" isWide>
        <PageHeader title="Отправки" />
      </State>
      <State name="Всё сразу, длинно" isWide>
        <PageHeader
          before={<Icon name="image" size={48} />}
          title={`${LONG_WORDS}: ${LONG_CODE}`}
          note="10 248 карточек"
          subtitle={LONG_CODE}
          actions={
            <>
              <Button icon="download">Выгрузить</Button>
              <Button variant="primary" icon="send">
                Отправить 10 248 карточек
              </Button>
            </>
          }
        />
      </State>
    </>
  );
}

function CrumbRows() {
  return (
    <>
      <State name="Коротко" isWide>
        <Breadcrumbs items={[{ label: 'Главная', to: '.' }, { label: 'Отправки' }]} />
      </State>
      <State name="Длинно" isWide>
        <Breadcrumbs
          items={[
            { label: 'Главная', to: '.' },
            { label: 'Список карточек', to: '.' },
            { label: `${LONG_WORDS}: ${LONG_CODE}` },
          ]}
        />
      </State>
    </>
  );
}

function Panels() {
  return (
    <>
      <State name="Заголовок, отметка и действие" isWide>
        <Panel
          title="Токены"
          note={<Badge tone="red">1</Badge>}
          actions={<Button size="sm">Добавить</Button>}
        >
          Три токена, один истёк.
        </Panel>
      </State>
      <State name="Без заголовка" isWide>
        <Panel>{LONG_WORDS}</Panel>
      </State>
      <State name="До краёв, длинный заголовок" isWide>
        <Panel isFlush title={`${LONG_WORDS}: ${LONG_CODE}`} actions={<Button size="sm">Добавить</Button>}>
          <Skeleton />
        </Panel>
      </State>
    </>
  );
}

function StatTiles() {
  return (
    <>
      <State name="Рост">
        <StatTile label="Прибыль" value={formatRoubles(124_830_000)} note="за 30 дней" change={0.124} />
      </State>
      <State name="Падение">
        <StatTile label="Прибыль" value={formatRoubles(-1_230_000)} note="за 30 дней" change={-0.05} />
      </State>
      <State name="Рост, который плох">
        <StatTile label="Возвраты" value="412" change={0.4} isGrowthBad />
      </State>
      <State name="Без изменений, не с чем сравнить, без сравнения">
        <div className="gallery-row">
          <StatTile label="Заказы" value="0" change={0} />
          <StatTile label="Заказы" value="—" change={null} />
          <StatTile label="Заказы" value="48" />
        </div>
      </State>
      <State name="Длинное">
        <div className="gallery-narrow">
          <StatTile
            label={LONG_WORDS}
            value={formatKopecks(124_830_099_999)}
            note={LONG_WORDS}
            change={-12.345}
          />
        </div>
      </State>
      <State name="Одно изменение">
        <div className="gallery-row">
          <Change share={0.124} />
          <Change share={-0.05} />
          <Change share={null} />
        </div>
      </State>
    </>
  );
}

function Icons() {
  return (
    <State name="Все" isWide>
      <ul className="gallery-icons">
        {Object.keys(ICON_PATHS)
          .filter(isIconName)
          .map((name) => (
            <li key={name}>
              <Icon name={name} /> {name}
            </li>
          ))}
      </ul>
    </State>
  );
}

function Marks() {
  return (
    <>
      <State name="Знак, на тёмном">
        <div className="gallery-menu-ground">
          <Logo />
          <Logo size={48} />
        </div>
      </State>
      <State name="Клавиши">
        <div className="gallery-row">
          <Kbd>/</Kbd>
          <Kbd>Esc</Kbd>
          <Kbd>Ctrl K</Kbd>
        </div>
      </State>
    </>
  );
}

export const page: readonly Specimen[] = [
  { names: ['PageHeader'], Show: PageHeaders },
  { names: ['Breadcrumbs'], Show: CrumbRows },
  { names: ['Panel'], Show: Panels },
  { names: ['StatTile', 'Change'], Show: StatTiles },
  { names: ['Icon'], Show: Icons },
  { names: ['Logo', 'Kbd'], Show: Marks },
];

import { AddSign, AppIcon, Drawing, Label, PressHere, ShareSign, TextBar } from './drawing.tsx';

/** Safari of a phone: its bar at the bottom, with the sign for sharing in the middle. */
export function PhoneShareButton() {
  return (
    <Drawing>
      <rect x={55} y={-20} width={110} height={130} rx={14} className="fill-panel stroke-line" />
      <rect x={55} y={0} width={110} height={18} className="fill-menu" />
      <TextBar x={66} y={30} width={70} />
      <TextBar x={66} y={44} width={86} />
      <TextBar x={66} y={58} width={54} />
      <path d="M55 78h110" className="stroke-line" />
      <path
        d="m74 90-4 4 4 4m14-8 4 4-4 4M132 89h9v10h-9zM148 92h9v7h-9z"
        fill="none"
        strokeWidth={1.4}
        className="stroke-muted"
      />
      <PressHere x={112} y={94} />
      <ShareSign x={112} y={94} />
    </Drawing>
  );
}

export function PhoneHomeScreenItem() {
  return (
    <Drawing>
      <rect x={30} y={8} width={160} height={104} rx={12} className="fill-panel stroke-line" />
      <TextBar x={44} y={22} width={70} />
      <rect x={165} y={20} width={10} height={10} rx={2} className="fill-line" />
      <path d="M30 40h160M30 74h160" className="stroke-line-soft" />
      <rect
        x={36}
        y={44}
        width={148}
        height={26}
        rx={7}
        className="fill-accent/15 stroke-accent"
        strokeWidth={2}
      />
      <Label x={44} y={60}>
        На экран «Домой»
      </Label>
      <AddSign x={170} y={57} />
      <TextBar x={44} y={90} width={86} />
      <rect x={165} y={88} width={10} height={10} rx={2} className="fill-line" />
    </Drawing>
  );
}

export function PhoneAddButton() {
  return (
    <Drawing>
      <rect x={30} y={8} width={160} height={104} rx={12} className="fill-panel stroke-line" />
      <TextBar x={42} y={23} width={34} />
      <rect
        x={130}
        y={15}
        width={54}
        height={22}
        rx={7}
        className="fill-accent/15 stroke-accent"
        strokeWidth={2}
      />
      <Label x={136} y={29}>
        Добавить
      </Label>
      <path d="M30 44h160" className="stroke-line-soft" />
      <AppIcon x={44} y={58} size={36} />
      <Label x={90} y={73}>
        Прилавок
      </Label>
      <TextBar x={90} y={82} width={70} />
    </Drawing>
  );
}

/** The menu «Файл» of Safari on a Mac. */
export function MacFileMenu() {
  return (
    <Drawing>
      <rect width={220} height={20} className="fill-panel" />
      <path d="M0 20h220" className="stroke-line" />
      <Label x={16} y={14}>
        Safari
      </Label>
      <rect x={48} y={2} width={32} height={16} rx={4} className="fill-accent/15" />
      <Label x={53} y={14}>
        Файл
      </Label>
      <TextBar x={92} y={7} width={30} />
      <TextBar x={132} y={7} width={22} />
      <rect x={48} y={22} width={130} height={92} rx={6} className="fill-panel stroke-line" />
      <TextBar x={58} y={34} width={60} />
      <TextBar x={58} y={50} width={80} />
      <rect
        x={52}
        y={62}
        width={122}
        height={20}
        rx={5}
        className="fill-accent/15 stroke-accent"
        strokeWidth={2}
      />
      <Label x={58} y={75}>
        Добавить в Dock…
      </Label>
      <TextBar x={58} y={94} width={70} />
    </Drawing>
  );
}

export function MacDock() {
  return (
    <Drawing>
      <rect x={38} y={14} width={144} height={50} rx={8} className="fill-panel stroke-line" />
      <AppIcon x={48} y={24} size={30} />
      <TextBar x={90} y={28} width={56} />
      <rect
        x={126}
        y={42}
        width={50}
        height={18}
        rx={5}
        className="fill-accent/15 stroke-accent"
        strokeWidth={2}
      />
      <Label x={131} y={54}>
        Добавить
      </Label>
      <rect x={40} y={82} width={140} height={32} rx={9} className="fill-panel stroke-line" />
      <rect x={48} y={88} width={20} height={20} rx={5} className="fill-line" />
      <rect x={74} y={88} width={20} height={20} rx={5} className="fill-line" />
      <AppIcon x={100} y={88} size={20} />
      <rect x={126} y={88} width={20} height={20} rx={5} className="fill-line" />
      <rect x={152} y={88} width={20} height={20} rx={5} className="fill-line" />
    </Drawing>
  );
}

import type { ShipmentStatus } from '#contract/shipments.ts';
import { Status, type StatusTone } from '#ui/status.tsx';

/** Labels and colours of the specification. */
const STATUSES: Record<ShipmentStatus, { label: string; tone: StatusTone }> = {
  NEW: { label: 'Создана', tone: 'black' },
  SENT: { label: 'В процессе', tone: 'orange' },
  HAS_ERRORS: { label: 'Есть ошибки', tone: 'red' },
  PENDING_UPDATE: { label: 'Обновление', tone: 'orange' },
  PENDING_SEND_DISCOUNTS: { label: 'Отправка скидок', tone: 'orange' },
  PENDING_SEND_IMAGES: { label: 'Отправка изображений', tone: 'orange' },
  FINISHED: { label: 'Завершена', tone: 'green' },
};

/** The specification's word for a status. */
export function shipmentStatusLabel(status: ShipmentStatus): string {
  return STATUSES[status].label;
}

/** A status that this version does not know is shown as it came, neutrally. */
export function ShipmentStatusTag({ status }: { status: string }) {
  const known = Object.hasOwn(STATUSES, status) ? STATUSES[status as ShipmentStatus] : undefined;
  return <Status tone={known?.tone ?? 'neutral'}>{known?.label ?? status}</Status>;
}

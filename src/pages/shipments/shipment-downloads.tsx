import { downloadShipment } from '#api/shipments.ts';
import { exportFormats } from '#contract/fields.ts';
import type { Shipment, ShipmentExport } from '#contract/shipments.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { downloads } from '#parts/downloads/downloads.ts';
import { Button } from '#ui/button.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';

const ROWS: Record<ShipmentExport, string> = { errors: 'Ошибки', items: 'Все карточки' };

/** Errors and cards of a shipment as files. */
export function ShipmentDownloads({ shipment }: { shipment: Shipment }) {
  const onlineOnly = useOnlineOnly();
  const offline = onlineOnly('Скачать можно только при связи');
  const rows = shipment.failedItems > 0 ? (['errors', 'items'] as const) : (['items'] as const);
  return (
    <Menu
      align="end"
      trigger={(props) => (
        <Button
          {...props}
          size="sm"
          icon="download"
          iconEnd="chevron-down"
          aria-label="Скачать"
          title="Скачать"
        />
      )}
    >
      {rows.flatMap((kind) =>
        exportFormats.map((format) => (
          <MenuItem
            key={`${kind}-${format}`}
            disabledReason={offline}
            onSelect={() =>
              downloads.start((hooks) => downloadShipment({ id: shipment.id, rows: kind, format }, hooks))
            }
          >
            {ROWS[kind]}, {format.toUpperCase()}
          </MenuItem>
        )),
      )}
    </Menu>
  );
}

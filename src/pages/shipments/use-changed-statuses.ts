import { useState } from 'react';
import type { ShipmentRow } from '#contract/shipments.ts';

type Rows = readonly Pick<ShipmentRow, 'id' | 'status'>[];

/** The shipments whose status became another one while the list was on the screen: by itself, or when the network came back. */
export function useChangedStatuses(rows: Rows | undefined): ReadonlySet<number> {
  const [known, setKnown] = useState({ rows, statuses: statusesOf(rows), changed: new Set<number>() });
  if (rows !== known.rows) {
    const news = rows?.filter(({ id, status }) => (known.statuses.get(id) ?? status) !== status) ?? [];
    setKnown({
      rows,
      statuses: new Map([...known.statuses, ...statusesOf(rows)]),
      changed: news.length === 0 ? known.changed : new Set([...known.changed, ...news.map(({ id }) => id)]),
    });
  }
  return known.changed;
}

function statusesOf(rows: Rows | undefined): Map<number, string> {
  return new Map(rows?.map(({ id, status }) => [id, status]));
}

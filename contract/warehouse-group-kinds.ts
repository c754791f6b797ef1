/**
 * The kind of a warehouse group: USER holds amounts that people enter, CLEANING sets them to zero. Apart from the
 * endpoints: a group that waits to be sent is shown without them.
 */
export const warehouseGroupKinds = ['CLEANING', 'USER'] as const;
export type WarehouseGroupKind = (typeof warehouseGroupKinds)[number];

import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { marketplaceError } from '#simulator/gateway/responses.ts';
import { OFFICES } from '#simulator/reference/offices.ts';
import { registerOperation, type Call, type Operation, type Simulator } from '#simulator/gateway/gateway.ts';
import { wholeNumber } from '#simulator/gateway/query.ts';
import { recordEffect, type Card, type Seller, type State, type Warehouse } from '#simulator/state/state.ts';
import { findByChrtID } from '#simulator/state/card-index.ts';

const CHRT_IDS_MAX = 1000;
const AMOUNT_MAX = 100_000;
/** Goods above either are КГТ+. */
const LARGE_SIDES_SUM_CM = 200;
const LARGE_WEIGHT_KG = 25;

const WarehouseRequest = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  officeId: z.int().check(z.minimum(1)),
});

/** The marketplace host: offices, the seller's warehouses, stocks. */
export function registerMarketplaceRoutes(app: FastifyInstance, simulator: Simulator): void {
  const add = (
    operation: Pick<Operation, 'method' | 'path' | 'name' | 'group' | 'isWrite'>,
    handle: (call: Call) => unknown,
  ) =>
    registerOperation(
      app,
      simulator,
      {
        ...operation,
        path: `/marketplace/api/v3/${operation.path}`,
        name: `marketplace/${operation.name}`,
        category: 'marketplace',
        shape: 'marketplace',
      },
      handle,
    );

  add(
    { method: 'GET', path: 'offices', name: 'offices', group: 'warehouses', isWrite: false },
    ({ seller }) =>
      OFFICES.map((office) => ({
        ...office,
        selected: seller.warehouses.some((warehouse) => warehouse.officeId === office.id),
      })),
  );
  add(
    { method: 'GET', path: 'warehouses', name: 'warehouses/list', group: 'warehouses', isWrite: false },
    (call) =>
      call.seller.warehouses.map(
        ({ id, name, officeId, cargoType, deliveryType, isDeleting, isProcessing }) => ({
          id,
          name,
          officeId,
          cargoType,
          deliveryType,
          isDeleting,
          isProcessing,
        }),
      ),
  );
  add(
    { method: 'POST', path: 'warehouses', name: 'warehouses/create', group: 'warehouses', isWrite: true },
    (call) => createBySeller(simulator.state, call),
  );
  const stocks = { path: 'stocks/:warehouseId', group: 'stocks' } as const;
  add({ ...stocks, method: 'POST', name: 'stocks/read', isWrite: false }, withWarehouse(readStocks));
  add({ ...stocks, method: 'PUT', name: 'stocks/write', isWrite: true }, withWarehouse(writeStocks));
  add(
    { ...stocks, method: 'DELETE', name: 'stocks/delete', isWrite: true, group: 'stocks-delete' },
    withWarehouse(deleteStocks),
  );
}

export interface WarehouseDraft {
  name: string;
  officeId: number;
  cargoType?: Warehouse['cargoType'] | undefined;
  deliveryType?: Warehouse['deliveryType'] | undefined;
  isProcessing?: boolean | undefined;
  isBlocked?: boolean | undefined;
}

export function addWarehouse(state: State, seller: Seller, draft: WarehouseDraft, nowMs: number): Warehouse {
  state.nextWarehouseID += 1;
  const warehouse: Warehouse = {
    id: state.nextWarehouseID,
    name: draft.name,
    officeId: draft.officeId,
    cargoType: draft.cargoType ?? OFFICES.find((office) => office.id === draft.officeId)?.cargoType ?? 1,
    deliveryType: draft.deliveryType ?? 1,
    isDeleting: false,
    isProcessing: draft.isProcessing ?? false,
    isBlocked: draft.isBlocked ?? false,
    stocks: {},
  };
  seller.warehouses.push(warehouse);
  recordEffect(
    seller,
    { kind: 'warehouse-created', atMs: nowMs, vendorCode: '', nmID: 0, detail: draft.name },
    [warehouse.id],
  );
  return warehouse;
}

function createBySeller(state: State, call: Call) {
  const parsed = WarehouseRequest.safeParse(call.body);
  if (!parsed.success) {
    const isName = parsed.error.issues.some((issue) => issue.path[0] === 'name');
    const [code, message] = isName
      ? ['WarehouseNameInvalid', 'Некорректное имя склада']
      : ['IncorrectRequestBody', 'Incorrect required body'];
    return call.reply.code(400).send(marketplaceError(code, message));
  }
  if (!OFFICES.some((office) => office.id === parsed.data.officeId)) {
    return call.reply.code(404).send(marketplaceError('NotFound', ''));
  }
  if (call.seller.warehouses.some((warehouse) => warehouse.officeId === parsed.data.officeId)) {
    return call.reply.code(409).send(marketplaceError('OfficeAlreadyUsed', 'Склад WB уже используется'));
  }
  const warehouse = addWarehouse(state, call.seller, parsed.data, call.nowMs);
  return call.reply.code(201).send({ id: warehouse.id });
}

function withWarehouse(handle: (call: Call, warehouse: Warehouse) => unknown) {
  return (call: Call) => {
    const id = wholeNumber(call.params['warehouseId']);
    if (id === undefined) return refuse(call, 'IncorrectParameter', 'IncorrectParameter');
    const warehouse = call.seller.warehouses.find((known) => known.id === id);
    if (!warehouse) return call.reply.code(404).send(marketplaceError('NotFound', ''));
    return handle(call, warehouse);
  };
}

function refuse(call: Call, code: string, message: string) {
  return call.reply.code(400).send(marketplaceError(code, message));
}

function refuseSku(call: Call) {
  return refuse(
    call,
    'SKUUploadDisabled',
    "Uploading stock is not allowed by 'sku'. Please use the 'chrtId' key",
  );
}

/** The chrtIds of a body, or the answer that refuses it. */
function readChrtIds(call: Call): number[] | undefined {
  const body = asRecord(call.body);
  if (body['skus'] !== undefined) {
    void refuseSku(call);
    return undefined;
  }
  const { chrtIds } = body;
  const isRead = Array.isArray(chrtIds) && chrtIds.length <= CHRT_IDS_MAX;
  if (!isRead || !chrtIds.every((id): id is number => Number.isInteger(id))) {
    void refuse(call, 'IncorrectRequestBody', 'Incorrect required body');
    return undefined;
  }
  return chrtIds;
}

function readStocks(call: Call, warehouse: Warehouse) {
  const chrtIds = readChrtIds(call);
  if (!chrtIds) return call.reply;
  return {
    stocks: chrtIds.flatMap((chrtId) => {
      const amount = warehouse.stocks[chrtId];
      return amount === undefined ? [] : [{ chrtId, amount }];
    }),
  };
}

function deleteStocks(call: Call, warehouse: Warehouse) {
  const chrtIds = readChrtIds(call);
  if (!chrtIds) return call.reply;
  if (warehouse.isProcessing) {
    return call.reply.code(409).send(marketplaceError('StoreIsProcessing', 'The store is processing'));
  }
  for (const chrtId of chrtIds) delete warehouse.stocks[chrtId];
  return call.reply.code(204).send();
}

function writeStocks(call: Call, warehouse: Warehouse) {
  if (warehouse.isBlocked) {
    return call.reply
      .code(406)
      .send(marketplaceError('WarehouseStocksUpdateBlock', 'The warehouse is processing'));
  }
  const { stocks } = asRecord(call.body);
  // Names of fields are not checked: a body with other names is accepted and changes nothing.
  const rows = Array.isArray(stocks) ? stocks.map(asRecord) : [];
  if (rows.length > CHRT_IDS_MAX) return refuse(call, 'IncorrectRequestBody', 'Incorrect required body');
  if (rows.some((row) => row['sku'] !== undefined)) return refuseSku(call);
  const named = rows.filter((row) => row['chrtId'] !== undefined && row['amount'] !== undefined);
  const wanted: { chrtId: number; amount: number }[] = [];
  for (const { chrtId, amount } of named) {
    if (!isCount(chrtId) || !isCount(amount))
      return refuse(call, 'IncorrectRequest', 'Переданы некорректные данные');
    wanted.push({ chrtId, amount });
  }
  const conflicts = findConflicts(call, warehouse, wanted);
  if (conflicts.length > 0) return call.reply.code(409).send(conflicts);
  for (const { chrtId, amount } of wanted) setStock(call.seller, warehouse, chrtId, amount, call.nowMs);
  return call.reply.code(204).send();
}

function setStock(seller: Seller, warehouse: Warehouse, chrtId: number, amount: number, nowMs: number): void {
  warehouse.stocks[chrtId] = amount;
  const card = findByChrtID(seller, chrtId);
  const vendorCode = card?.vendorCode ?? '';
  const nmID = card?.nmID ?? 0;
  const detail = `склад ${String(warehouse.id)}, chrtId ${String(chrtId)}: ${String(amount)}`;
  recordEffect(seller, { kind: 'stock-set', atMs: nowMs, vendorCode, nmID, detail }, [
    vendorCode,
    nmID,
    chrtId,
  ]);
}

function findConflicts(call: Call, warehouse: Warehouse, wanted: { chrtId: number; amount: number }[]) {
  if (warehouse.isProcessing) return [{ code: 'StoreIsProcessing', message: 'The store is processing' }];
  const conflicts: {
    code: string;
    message: string;
    data: { sku: string; chrtId: number; amount: number }[];
  }[] = [];
  const add = (code: string, message: string, rows: typeof wanted) => {
    if (rows.length > 0) conflicts.push({ code, message, data: rows.map((row) => ({ sku: '', ...row })) });
  };
  const cardOf = (row: { chrtId: number }) => {
    const card = findByChrtID(call.seller, row.chrtId);
    return card && card.syncedAtMs <= call.nowMs ? card : undefined;
  };
  add(
    'UploadDataLimit',
    'Upload limit exceeded.',
    wanted.filter((row) => row.amount > AMOUNT_MAX),
  );
  add(
    'NotFound',
    'Not found',
    wanted.filter((row) => !cardOf(row)),
  );
  const isLargeRow = (row: { chrtId: number }) => {
    const card = cardOf(row);
    return card ? isLarge(card) : undefined;
  };
  if (warehouse.cargoType === 1) {
    add(
      'CargoWarehouseRestrictionKGTPlus',
      'The selected warehouse is not suitable for goods with the type "CD+". Upload the balances to the warehouse marked - CD+',
      wanted.filter((row) => isLargeRow(row) === true),
    );
  } else {
    add(
      'CargoWarehouseRestrictionMGT',
      'The selected warehouse is not suitable for goods with the type "LCL (Less than Container Load)". Upload the balances to the warehouse without the ODC or CD+ mark',
      wanted.filter((row) => isLargeRow(row) === false),
    );
  }
  return conflicts;
}

function isLarge({ dimensions }: Card): boolean {
  const { length, width, height, weightBrutto } = dimensions;
  return length + width + height > LARGE_SIDES_SUM_CM || weightBrutto > LARGE_WEIGHT_KG;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

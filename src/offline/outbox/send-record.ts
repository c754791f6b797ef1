import { z } from 'zod/mini';
import { ApiError } from '#api/http/api-error.ts';
import { api } from '#api/api.ts';
import { createCardEndpoint } from '#contract/card-creation.ts';
import { cardSchema, getCardEndpoint, updateCardEndpoint } from '#contract/cards.ts';
import { getProfileEndpoint, settingsSchema } from '#contract/users.ts';
import { changeSettingsEndpoint } from '#contract/settings.ts';
import {
  createWarehouseGroupEndpoint,
  deleteWarehouseGroupEndpoint,
  getWarehouseGroupEndpoint,
  updateWarehouseGroupEndpoint,
  warehouseGroupSchema,
  type WarehouseGroup,
} from '#contract/warehouses.ts';
import {
  getTaxpayerEndpoint,
  taxpayerSchema,
  updateTaxpayerEndpoint,
  type Taxpayer,
} from '#contract/taxpayers.ts';
import type { Sent } from './record-sender.ts';
import { SETTINGS_ID, type OutboxRecord, type ServerState } from './outbox-record.ts';

const settingsStateSchema = z.object({ settings: settingsSchema, settingsVersion: z.int() });

/** One request under the record's key. Throws `ApiError`. */
export async function sendRecord(record: OutboxRecord): Promise<Sent> {
  switch (record.entity) {
    case 'card':
      return { state: await sendCard(record) };
    case 'settings':
      return { state: await sendSettings(record) };
    case 'warehouseGroup':
      return { state: await sendGroup(record) };
    case 'taxpayer':
      return { state: await sendTaxpayer(record) };
  }
}

async function sendCard(record: OutboxRecord): Promise<ServerState> {
  const options = { idempotencyKey: record.id };
  if (record.kind === 'create') {
    const body = bodyOf(createCardEndpoint.body, record);
    return cardState(await api.call(createCardEndpoint, { ...options, body }));
  }
  const body = bodyOf(updateCardEndpoint.body, record);
  return cardState(await api.call(updateCardEndpoint, { ...options, ...targetOf(record), body }));
}

async function sendSettings(record: OutboxRecord): Promise<ServerState> {
  const body = bodyOf(changeSettingsEndpoint.body, record);
  const version = record.baseVersion ?? undefined;
  return settingsState(await api.call(changeSettingsEndpoint, { body, version, idempotencyKey: record.id }));
}

async function sendGroup(record: OutboxRecord): Promise<ServerState | null> {
  const options = { idempotencyKey: record.id };
  if (record.kind === 'create') {
    const body = bodyOf(createWarehouseGroupEndpoint.body, record);
    return groupState(await api.call(createWarehouseGroupEndpoint, { ...options, body }));
  }
  if (record.kind === 'delete') {
    await api.call(deleteWarehouseGroupEndpoint, { ...options, ...targetOf(record) });
    return null;
  }
  const body = bodyOf(updateWarehouseGroupEndpoint.body, record);
  return groupState(await api.call(updateWarehouseGroupEndpoint, { ...options, ...targetOf(record), body }));
}

/** They are made and deleted at once, with a connection: only changes wait. */
async function sendTaxpayer(record: OutboxRecord): Promise<ServerState> {
  const body = bodyOf(updateTaxpayerEndpoint.body, record);
  const options = { ...targetOf(record), idempotencyKey: record.id, body };
  return taxpayerState(await api.call(updateTaxpayerEndpoint, options));
}

/** The state that came with a 412; asked for when it did not, or when it is not what was promised. */
export async function readServerState(record: OutboxRecord, { current }: ApiError): Promise<ServerState> {
  const id = record.entityId;
  switch (record.entity) {
    case 'card': {
      const parsed = cardSchema.safeParse(current);
      return cardState(parsed.success ? parsed.data : await api.call(getCardEndpoint, { params: { id } }));
    }
    case 'settings': {
      const parsed = settingsStateSchema.safeParse(current);
      return settingsState(parsed.success ? parsed.data : await api.call(getProfileEndpoint));
    }
    case 'warehouseGroup': {
      const parsed = warehouseGroupSchema.safeParse(current);
      return groupState(
        parsed.success ? parsed.data : await api.call(getWarehouseGroupEndpoint, { params: { id } }),
      );
    }
    case 'taxpayer': {
      const parsed = taxpayerSchema.safeParse(current);
      return taxpayerState(
        parsed.success ? parsed.data : await api.call(getTaxpayerEndpoint, { params: { id } }),
      );
    }
  }
}

function cardState(card: z.infer<typeof cardSchema>): ServerState {
  return { entityId: card.id, version: card.version, fields: card };
}

function settingsState({ settings, settingsVersion }: z.infer<typeof settingsStateSchema>): ServerState {
  return { entityId: SETTINGS_ID, version: settingsVersion, fields: settings };
}

/** With `warehouseIds` beside the warehouses: an edit names them so. */
function groupState(group: WarehouseGroup): ServerState {
  const warehouseIds = group.warehouses.map(({ id }) => id).toSorted((a, b) => a - b);
  return { entityId: group.id, version: group.version, fields: { ...group, warehouseIds } };
}

function taxpayerState(taxpayer: Taxpayer): ServerState {
  return { entityId: taxpayer.id, version: taxpayer.version, fields: { ...taxpayer } };
}

function targetOf({ entityId, baseVersion }: OutboxRecord) {
  if (entityId < 0 || baseVersion === null) {
    throw new ApiError({ status: 404, detail: ['Сначала нужно создать то, к чему относится это изменение'] });
  }
  return { params: { id: entityId }, version: baseVersion };
}

/** What was stored by another build may no longer be a body. */
function bodyOf<S extends z.ZodMiniType>(schema: S, { patch }: OutboxRecord): z.input<S> {
  if (!schema.safeParse(patch).success) {
    throw new ApiError({
      status: 400,
      detail: ['Изменение сделано в другой версии приложения: внесите его заново'],
    });
  }
  // The patch itself, not what the schema makes of it: the same body for the same key.
  return patch as z.input<S>;
}

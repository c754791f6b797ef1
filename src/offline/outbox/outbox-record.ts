import { z } from 'zod/mini';

/** Raise it when a record changes its meaning; records of other formats are kept aside, never dropped. */
export const RECORD_FORMAT = 1;
/** There is one settings object per user. */
export const SETTINGS_ID = 0;

export const outboxEntities = ['card', 'settings', 'warehouseGroup', 'taxpayer'] as const;
export type OutboxEntity = (typeof outboxEntities)[number];

const fieldsSchema = z.record(z.string(), z.unknown());
export type Fields = z.infer<typeof fieldsSchema>;

const failureSchema = z.object({
  kind: z.enum(['network', 'session', 'server', 'refused']),
  status: z.int(),
  code: z.optional(z.string()),
  /** Sentences for the user. */
  detail: z.array(z.string()),
  fieldErrors: z.array(z.object({ field: z.string(), detail: z.string() })),
});
export type OutboxFailure = z.infer<typeof failureSchema>;

const conflictSchema = z.object({
  /** Fields that both changed, to different values. */
  fields: z.array(z.string()),
  /** The entity as the server has it. */
  theirs: fieldsSchema,
  version: z.int(),
});

const recordSchema = z.object({
  formatVersion: z.literal(RECORD_FORMAT),
  /** Also the idempotency key: the same record sent twice has one effect. */
  id: z.string(),
  /** Ids under which parts of it were here before: a tab that slept knows it by one of those. */
  formerIds: z._default(z.array(z.string()), []),
  userId: z.int(),
  entity: z.enum(outboxEntities),
  /** Negative for what the server has not seen yet: a temporary id. */
  entityId: z.int(),
  kind: z.enum(['create', 'update', 'delete']),
  /** What people call it, for the list of what waits. */
  title: z.string(),
  /** The version that the oldest part of the edit was made from; null when there is none yet. */
  baseVersion: z.nullable(z.int()),
  /** The changed fields; of a new entity, all of them. */
  patch: fieldsSchema,
  /** What the changed fields were before. */
  base: fieldsSchema,
  /** The whole of it as the screen knew it, to make it anew should it be gone on the server. */
  whole: z.optional(fieldsSchema),
  createdAt: z.number(),
  /** Order among the records of one entity. */
  sequence: z.number(),
  attempts: z.int(),
  nextAttemptAt: z.number(),
  state: z.enum(['queued', 'sending', 'conflict', 'rejected']),
  /** True once it may have reached the server: from then on its body belongs to its key. */
  isUncertain: z.boolean(),
  /** The tab that is sending it, since when. */
  claim: z.nullable(z.object({ tab: z.string(), at: z.number(), wasUncertain: z.boolean() })),
  failure: z.nullable(failureSchema),
  conflict: z.nullable(conflictSchema),
});

/** One change that waits for the server. */
export type OutboxRecord = z.infer<typeof recordSchema>;

/** A record read back from the device, or undefined for what another build wrote. */
export function parseRecord(value: unknown): OutboxRecord | undefined {
  const parsed = recordSchema.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}

/** What a screen asks to save. */
export interface Edit {
  entity: OutboxEntity;
  entityId: number;
  kind: OutboxRecord['kind'];
  title: string;
  /** The version the screen was made from; null when the server has none. */
  baseVersion: number | null;
  patch: Fields;
  base: Fields;
  whole?: Fields;
}

/** Everything in the outbox of one user. */
export interface OutboxContent {
  records: OutboxRecord[];
  /** Temporary ids and what they became. */
  aliases: ReadonlyMap<number, number>;
  /** Keys of records that another build wrote. */
  unreadable: string[];
  /** What was sent lately, and when: a tab that finds a record gone learns from it that the server has it. */
  sent: ReadonlyMap<string, number>;
}

export interface OutboxChange {
  put?: OutboxRecord[];
  remove?: string[];
  aliases?: [temporary: number, real: number][];
  sent?: [id: string, at: number][];
  /** Of those that were sent: long enough ago that every tab knows. */
  forget?: string[];
}

/** When a rule runs, and where it takes new keys from. */
export interface Stamp {
  now: number;
  newKey: () => string;
}

/** An entity as the server answered it. */
export interface ServerState {
  entityId: number;
  version: number;
  fields: Fields;
}

export function isTemporaryId(id: number): boolean {
  return id < 0;
}

/** The records of one entity are sent one after the other, in this order. */
export function entityKey({ entity, entityId }: { entity: OutboxEntity; entityId: number }): string {
  return `${entity}/${entityId}`;
}

export function recordsOf(
  content: OutboxContent,
  target: { entity: OutboxEntity; entityId: number },
): OutboxRecord[] {
  const entityId = content.aliases.get(target.entityId) ?? target.entityId;
  return content.records
    .filter((record) => record.entity === target.entity && record.entityId === entityId)
    .toSorted((a, b) => a.sequence - b.sequence);
}

/** The content after a change. */
export function applyChange(content: OutboxContent, change: OutboxChange): OutboxContent {
  const records = new Map(content.records.map((record) => [record.id, record]));
  for (const id of change.remove ?? []) records.delete(id);
  for (const record of change.put ?? []) records.set(record.id, record);
  return {
    records: [...records.values()],
    aliases: new Map([...content.aliases, ...(change.aliases ?? [])]),
    unreadable: content.unreadable.filter((key) => !change.remove?.includes(key)),
    sent: new Map(
      [...content.sent, ...(change.sent ?? [])].filter(([id]) => change.forget?.includes(id) !== true),
    ),
  };
}

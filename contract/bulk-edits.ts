import { z } from 'zod/mini';
import { ruleSchema } from './bulk-rules.ts';
import { cardSelectionSchema } from './card-operations.ts';
import { endpoint, type EndpointResponse } from './endpoint.ts';
import {
  idParams,
  idSchema,
  idTextSchema,
  pageOf,
  pageQueryShape,
  repeated,
  timestampSchema,
} from './fields.ts';
import { characteristicTypes, directoryNames } from './subjects.ts';
import { bulkChangeSchema } from './bulk-changes.ts';
import { bulkRowStates, bulkEditRowSchema } from './bulk-rows.ts';
import { rowKeys, tableRowSchema, unmatchedReasons } from './bulk-table-rows.ts';
import { MAX_TABLE_ROWS } from './selection-limits.ts';

/**
 * A bulk edit: one change of many cards that is looked at before it happens and can be taken back. The server keeps it: its
 * cards are frozen when it is made, each with what it was and what it is to be, and only what was seen is done.
 */

/** PREPARING, APPLYING and ROLLING_BACK go on by themselves; what is READY waits for the person; STOPPED may be applied again. */
export const bulkEditStates = [
  'PREPARING',
  'READY',
  'APPLYING',
  'STOPPED',
  'APPLIED',
  'ROLLING_BACK',
] as const;
export type BulkEditState = (typeof bulkEditStates)[number];

export const bulkEditSchema = z.object({
  id: idSchema,
  state: z.enum(bulkEditStates),
  change: bulkChangeSchema,
  /** Of the selection; those without a row have the wanted values already. */
  cardTotal: z.int(),
  /** How many of them were looked at: all unless PREPARING. */
  preparedCount: z.int(),
  /** Rows by what became of them. */
  counts: z.object({
    ready: z.int(),
    leftOut: z.int(),
    refused: z.int(),
    applied: z.int(),
    changedSince: z.int(),
    rolledBack: z.int(),
    kept: z.int(),
  }),
  /** Of those that are READY. */
  warnedCount: z.int(),
  /** How far what goes back is, the whole edit or a part of it; null: nothing does. Absent: a server of before says nothing of it. */
  rollback: z.optional(z.nullable(z.object({ doneCount: z.int(), total: z.int() }))),
  /** STOPPED, and what was begun before is on its way still: the counts are about to change. Absent: a server of before does not say. */
  isSettling: z.optional(z.boolean()),
  createdAt: timestampSchema,
  appliedAt: z.nullable(timestampSchema),
  userName: z.string(),
});
export type BulkEdit = z.infer<typeof bulkEditSchema>;

/** Looks at the cards and keeps what would become of them; nothing changes. A big one goes on after the answer. */
export const createBulkEditEndpoint = endpoint({
  method: 'POST',
  path: '/cards/bulk-edits/',
  summary: 'Подготовить изменение многих карточек',
  access: 'user',
  body: z.strictObject({ selection: cardSelectionSchema, change: ruleSchema }),
  response: bulkEditSchema,
  status: 201,
  idempotency: 'optional',
});

/** Which characteristics the chosen cards can have, by how many of them; read from the marketplace where nobody has asked yet. */
export const listSelectedCharacteristicsEndpoint = endpoint({
  method: 'POST',
  path: '/cards/bulk-edits/characteristics/',
  summary: 'Характеристики выбранных карточек',
  access: 'user',
  body: z.strictObject({ selection: cardSelectionSchema }),
  response: z.object({
    cardTotal: z.int(),
    /** One of the cards, to show an example by; null: none is chosen. */
    exampleCardId: z.nullable(idSchema),
    characteristics: z.array(
      z.object({
        id: idSchema,
        name: z.string(),
        type: z.enum(characteristicTypes),
        unit: z.string(),
        /** The smallest of their subjects; 0: no limit. */
        maxCount: z.int(),
        /** How many of the cards have a subject with it. */
        cardCount: z.int(),
        /** Some subject requires it. Absent, as what is below, from responses of before. */
        isRequired: z.optional(z.boolean()),
        directory: z.optional(z.enum(directoryNames)),
        /** Which of their subjects have it, and how many values each takes. */
        subjects: z.optional(z.array(z.object({ id: idSchema, maxCount: z.int() }))),
      }),
    ),
  }),
});
export type SelectedCharacteristic = EndpointResponse<
  typeof listSelectedCharacteristicsEndpoint
>['characteristics'][number];

/**
 * Finds the cards of a table's rows and makes a bulk edit of those found, each with the values of its row. Rows that name no
 * card, or not one, are told and take no part; `edit` is null when no row is left.
 */
export const createTableEditEndpoint = endpoint({
  method: 'POST',
  path: '/cards/bulk-edits/table/',
  summary: 'Подготовить изменение карточек по таблице',
  access: 'user',
  body: z.strictObject({
    key: z.enum(rowKeys),
    rows: z.array(tableRowSchema).check(z.minLength(1), z.maxLength(MAX_TABLE_ROWS)),
  }),
  response: z.object({
    edit: z.nullable(bulkEditSchema),
    unmatched: z.array(z.object({ line: z.int(), key: z.string(), reason: z.enum(unmatchedReasons) })),
  }),
  status: 201,
  idempotency: 'optional',
});

/** «История изменений»: those that were applied, the last first, for 30 days. */
export const listBulkEditsEndpoint = endpoint({
  method: 'GET',
  path: '/cards/bulk-edits/',
  summary: 'История изменений',
  access: 'user',
  query: z.strictObject({
    ...pageQueryShape,
    /** Whoever does not say so is of a build that can read no kinds but the first: the others are not told. */
    readsAnyKind: z.optional(z.literal('true')),
  }),
  response: pageOf(bulkEditSchema),
});

export const getBulkEditEndpoint = endpoint({
  method: 'GET',
  path: '/cards/bulk-edits/{id}/',
  summary: 'Изменение многих карточек',
  access: 'user',
  params: idParams,
  response: bulkEditSchema,
});

const MAX_ROWS = 200;

/** By words of their cards, as in the card list. */
const rowSearchSchema = z.string().check(z.maxLength(200));

/** A part of the rows by card id, ascending. */
export const listBulkEditRowsEndpoint = endpoint({
  method: 'GET',
  path: '/cards/bulk-edits/{id}/rows/',
  summary: 'Что станет с карточками',
  access: 'user',
  params: idParams,
  query: z.strictObject({
    afterId: z.optional(idTextSchema),
    state: z.optional(repeated(z.enum(bulkRowStates))),
    /** Only those that something is to be said of. */
    warned: z.optional(z.literal('true')),
    search: z.optional(rowSearchSchema),
  }),
  response: z.object({
    results: z.array(bulkEditRowSchema).check(z.maxLength(MAX_ROWS)),
    /** How many there are in all parts; null: not counted, this is not the first. */
    count: z.nullable(z.int()),
    /** Where the next part begins; null: this was the last. */
    nextAfterId: z.nullable(idSchema),
  }),
});

export const MAX_LEFT_OUT_AT_ONCE = 1000;

/** Rows taken out of an edit that is not applied yet, or put back. */
export const leaveOutBulkEditRowsEndpoint = endpoint({
  method: 'POST',
  path: '/cards/bulk-edits/{id}/left-out/',
  summary: 'Убрать карточки из изменения или вернуть в него',
  access: 'user',
  params: idParams,
  body: z.strictObject({
    cardIds: z.array(idSchema).check(z.minLength(1), z.maxLength(MAX_LEFT_OUT_AT_ONCE)),
    isLeftOut: z.boolean(),
  }),
  response: bulkEditSchema,
});

/** Rows that are looked at, all of them, named by how they were found. */
const foundRowsSchema = z.strictObject({
  search: z.optional(rowSearchSchema),
  /** Only those that something is to be said of. */
  isWarned: z.optional(z.literal(true)),
  /** Those that were taken out or put back together, as one call has said. */
  lot: z.optional(z.int()),
});
export type FoundRows = z.infer<typeof foundRowsSchema>;

/**
 * As `left-out/`, all that are found. 409 (`selection_changed`) when they are not so many as the person has seen. The same request
 * again, with its key, goes on with what it has begun.
 */
export const leaveOutFoundRowsEndpoint = endpoint({
  method: 'POST',
  path: '/cards/bulk-edits/{id}/left-out/found/',
  summary: 'Убрать найденные карточки из изменения или вернуть в него',
  access: 'user',
  params: idParams,
  body: z.strictObject({
    found: foundRowsSchema,
    isLeftOut: z.boolean(),
    expectedCount: z.optional(z.int().check(z.minimum(1))),
  }),
  response: z.object({
    edit: bulkEditSchema,
    count: z.int(),
    /** Names those rows to whoever takes it back. */
    lot: z.int(),
  }),
  idempotency: 'optional',
});

/** 409 (`selection_changed`) when another number of rows is READY than the person has seen; after it was stopped, when more are. */
export const applyBulkEditEndpoint = endpoint({
  method: 'POST',
  path: '/cards/bulk-edits/{id}/apply/',
  summary: 'Применить изменение',
  access: 'user',
  params: idParams,
  body: z.strictObject({ expectedCount: z.int().check(z.minimum(1)) }),
  response: bulkEditSchema,
});

/** What is applied stays so, and can be rolled back or gone on with. */
export const stopBulkEditEndpoint = endpoint({
  method: 'POST',
  path: '/cards/bulk-edits/{id}/stop/',
  summary: 'Остановить применение',
  access: 'user',
  params: idParams,
  response: bulkEditSchema,
});

/**
 * Each field gets its old value back, where it still has the one that the edit gave it: a row of which some do not is KEPT. What is found is frozen when it is asked for;
 * 409 (`selection_changed`) when it is not so much as the person has seen. A part of an edit that is STOPPED leaves it so. The same
 * request again, with its key, goes on with what it has begun.
 */
export const rollBackBulkEditEndpoint = endpoint({
  method: 'POST',
  path: '/cards/bulk-edits/{id}/rollback/',
  summary: 'Откатить изменение, целиком, у названных карточек или у найденных',
  access: 'user',
  params: idParams,
  body: z
    .strictObject({
      cardIds: z.optional(z.array(idSchema).check(z.minLength(1), z.maxLength(10_000))),
      found: z.optional(foundRowsSchema),
      /** Of those found. */
      expectedCount: z.optional(z.int().check(z.minimum(1))),
    })
    .check(
      z.refine(
        ({ cardIds, found }) => cardIds === undefined || found === undefined,
        'Назовите карточки или то, как они найдены',
      ),
    ),
  response: bulkEditSchema,
  idempotency: 'optional',
});

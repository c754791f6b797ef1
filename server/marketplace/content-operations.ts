import { z } from 'zod/mini';
import { anyResponse, dataOf, presentOrElse } from './response-shapes.ts';
import {
  barcodesSchema,
  brandPageSchema,
  cardErrorPageSchema,
  cardPageSchema,
  characteristicSchema,
  quotaSchema,
  subjectPageSchema,
  tagSchema,
} from './content-shapes.ts';
import type { OperationRequest, Send } from './request.ts';

/** A card as it is written; lengths in centimetres, weight in kilograms. */
export interface CardToWrite {
  vendorCode: string;
  title: string;
  description: string;
  brand: string;
  dimensions: { lengthCm: number; widthCm: number; heightCm: number; weightKg: number };
  /** Texts or one number, as the characteristic's type says. */
  characteristics: { id: number; value: string[] | number }[];
  sizes: { chrtId?: number; techSize: string; wbSize: string; priceRub?: number; skus: string[] }[];
}

/** Where the next page starts: give back what the page answered. */
export interface CardCursor {
  updatedAt: string;
  nmId: number;
}

export interface CardErrorCursor {
  updatedAt: string;
  batchUuid: string;
}

export const MAX_CARDS_PER_UPLOAD = 100;
export const MAX_CARDS_PER_UPDATE = 3000;
export const MAX_PAGE_OF_CARDS = 100;

/** Fifty megabytes over five megabits a second; a job's time is two minutes. */
const VIDEO_TIMEOUT_MS = 80_000;

const content = { host: 'content', category: 'CONTENT', isWrite: false } as const;

function wireCard(card: CardToWrite): Record<string, unknown> {
  const { lengthCm, widthCm, heightCm, weightKg } = card.dimensions;
  return {
    vendorCode: card.vendorCode,
    title: card.title,
    description: card.description,
    brand: card.brand,
    dimensions: { length: lengthCm, width: widthCm, height: heightCm, weightBrutto: weightKg },
    characteristics: card.characteristics,
    sizes: card.sizes.map((size) => ({
      ...(size.chrtId === undefined ? {} : { chrtID: size.chrtId }),
      ...(size.techSize === '' ? {} : { techSize: size.techSize }),
      ...(size.wbSize === '' ? {} : { wbSize: size.wbSize }),
      ...(size.priceRub === undefined ? {} : { price: size.priceRub }),
      skus: size.skus,
    })),
  };
}

/** Calls of the category «Контент»: directory, cards, media, tags. */
export function contentOperations(send: Send) {
  const write = (request: Omit<OperationRequest<undefined>, 'host' | 'category' | 'isWrite' | 'response'>) =>
    send<undefined>({ ...content, ...request, isWrite: true, response: anyResponse });

  return {
    /** Subjects whose name contains `name`; at most 1000 from `offset` on. */
    listSubjects: (query: { name?: string; offset?: number } = {}) =>
      send({
        ...content,
        group: 'content',
        method: 'GET',
        path: '/content/v2/object/all',
        query: { locale: 'ru', limit: 1000, name: query.name, offset: query.offset },
        response: subjectPageSchema,
      }),

    listCharacteristics: (subjectId: number) =>
      send({
        ...content,
        group: 'content',
        method: 'GET',
        path: `/content/v2/object/charcs/${String(subjectId)}`,
        query: { locale: 'ru' },
        response: dataOf(z.array(characteristicSchema)),
      }),

    /** Brands of a subject; `next` continues. */
    listBrands: (subjectId: number, next?: number) =>
      send({
        ...content,
        group: 'content-brands',
        method: 'GET',
        path: '/api/content/v1/brands',
        query: { subjectId, next },
        response: brandPageSchema,
      }),

    /** One page of cards, oldest change first; `textSearch` matches vendor code, nmId and barcode. */
    listCards: (
      query: { cursor?: CardCursor; textSearch?: string; limit?: number; isDescending?: boolean } = {},
    ) =>
      send({
        ...content,
        group: 'content-list',
        method: 'POST',
        path: '/content/v2/get/cards/list',
        query: { locale: 'ru' },
        body: {
          settings: {
            sort: { ascending: query.isDescending !== true },
            filter: {
              withPhoto: -1,
              ...(query.textSearch === undefined ? {} : { textSearch: query.textSearch }),
            },
            cursor: {
              limit: query.limit ?? MAX_PAGE_OF_CARDS,
              ...(query.cursor === undefined
                ? {}
                : { updatedAt: query.cursor.updatedAt, nmID: query.cursor.nmId }),
            },
          },
        },
        response: cardPageSchema,
      }),

    /** Creates cards, each group as one joined card; they appear later in listCards or in listCardErrors. */
    uploadCards: (groups: { subjectId: number; cards: CardToWrite[] }[]) =>
      write({
        group: 'content-upload',
        method: 'POST',
        path: '/content/v2/cards/upload',
        body: groups.map((group) => ({ subjectID: group.subjectId, variants: group.cards.map(wireCard) })),
      }),

    /** Overwrites cards whole, but not photos, tags, prices and existing barcodes. */
    updateCards: (cards: (CardToWrite & { nmId: number })[]) =>
      write({
        group: 'content-update',
        method: 'POST',
        path: '/content/v2/cards/update',
        body: cards.map((card) => ({ nmID: card.nmId, ...wireCard(card) })),
      }),

    /** Cards that were refused after they had been accepted; newest batches first unless `isAscending`. */
    listCardErrors: (query: { cursor?: CardErrorCursor; isAscending?: boolean } = {}) =>
      send({
        ...content,
        group: 'content-errors',
        method: 'POST',
        path: '/content/v2/cards/error/list',
        query: { locale: 'ru' },
        body: {
          cursor: {
            limit: 100,
            ...(query.cursor === undefined
              ? {}
              : { updatedAt: query.cursor.updatedAt, batchUUID: query.cursor.batchUuid }),
          },
          order: { ascending: query.isAscending === true },
        },
        response: cardErrorPageSchema,
      }),

    /** How many cards the seller may have in all. */
    cardQuota: () =>
      send({
        ...content,
        group: 'content-limits',
        method: 'GET',
        path: '/content/v2/cards/limits',
        response: dataOf(quotaSchema),
      }),

    /**
     * Moves cards (at most 30) into the group `targetImtId`, or, without one, together into a new group. They are there a
     * little after the answer.
     */
    moveCards: (nmIds: readonly number[], targetImtId: number | null) =>
      write({
        group: 'content',
        method: 'POST',
        path: '/content/v2/cards/moveNm',
        body: { ...(targetImtId === null ? {} : { targetIMT: targetImtId }), nmIDs: nmIds },
      }),

    /** Replaces all media of a card by files at public addresses. One bad file: nothing is loaded. */
    saveMedia: (nmId: number, links: string[]) =>
      write({
        group: 'content-media',
        method: 'POST',
        path: '/content/v3/media/save',
        body: { nmId, data: links },
      }),

    /** Gives the card its video, in place of the one it has. The file is read from the disk while it is sent. */
    uploadVideoFile: (nmId: number, file: Blob) => {
      const form = new FormData();
      form.append('uploadfile', file, file.type === 'video/quicktime' ? '1.mov' : '1.mp4');
      return write({
        group: 'content-media',
        method: 'POST',
        path: '/content/v3/media/file',
        // The number of a video is always 1, whatever photos there are.
        headers: { 'X-Nm-Id': String(nmId), 'X-Photo-Number': '1' },
        form,
        timeoutMs: VIDEO_TIMEOUT_MS,
      });
    },

    /** Puts one file at a place (1 is the cover). */
    uploadMediaFile: (
      nmId: number,
      place: number,
      file: { name: string; type: string; bytes: Uint8Array<ArrayBuffer> },
    ) => {
      const form = new FormData();
      form.append('uploadfile', new Blob([file.bytes], { type: file.type }), file.name);
      return write({
        group: 'content-media',
        method: 'POST',
        path: '/content/v3/media/file',
        headers: { 'X-Nm-Id': String(nmId), 'X-Photo-Number': String(place) },
        form,
      });
    },

    /** Makes barcodes, at most 5000. */
    generateBarcodes: (count: number) =>
      send({
        ...content,
        group: 'content',
        method: 'POST',
        path: '/content/v2/barcodes',
        body: { count },
        isWrite: true,
        response: dataOf(barcodesSchema),
      }),

    listTags: () =>
      send({
        ...content,
        group: 'content-tags',
        method: 'GET',
        path: '/content/v2/tags',
        response: dataOf(presentOrElse(z.array(tagSchema), [])),
      }),

    createTag: (tag: { name: string; color: string }) =>
      write({ group: 'content-tags', method: 'POST', path: '/content/v2/tag', body: tag }),

    /** Sets the tags of a card: the list replaces the old one. */
    setCardTags: (nmId: number, tagIds: number[]) =>
      write({
        group: 'content-tags',
        method: 'POST',
        path: '/content/v2/tag/nomenclature/link',
        body: { nmID: nmId, tagsIDs: tagIds },
      }),
  };
}

import type { FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import type { Call, Operation, Simulator } from '#simulator/gateway/gateway.ts';
import type { LimitGroup } from '#simulator/gateway/limits.ts';
import { contentError, contentResponse } from '#simulator/gateway/responses.ts';
import { between, chanceOf } from '#simulator/state/random.ts';

const COLORS = ['D1CFD7', 'FEE0E0', 'ECDAFF', 'E4EAFF', 'DEF1DD', 'FFECC7'];
/** For a seller, and for a card. */
const TAGS_MAX = 15;
const NAME_MAX = 15;
/** The card shows its new tags this much later. */
const LINKING_MS = { from: 100, to: 1200 };

const NewTag = z.object({
  name: z.string().check(z.trim(), z.minLength(1)),
  color: z._default(z.enum(COLORS), 'D1CFD7'),
});
const TagLink = z.object({ nmID: z.int(), tagsIDs: z.array(z.int()).check(z.maxLength(TAGS_MAX)) });

type Add = (
  operation: Pick<Operation, 'method' | 'path' | 'name'> & { group: LimitGroup; isWrite?: boolean },
  handle: (call: Call) => unknown,
) => void;

/** A seller's tags: listed, made, put on cards. What the document refuses is refused in its words. */
export function registerTagRoutes(add: Add, simulator: Simulator): void {
  const group = 'content-tags';

  add({ method: 'GET', path: '/content/v2/tags', name: 'content/tags', group }, ({ seller }) =>
    contentResponse(seller.tags, ''),
  );

  add(
    { method: 'POST', path: '/content/v2/tag', name: 'content/tag/create', group, isWrite: true },
    ({ body, seller, reply }) => {
      const tag = NewTag.safeParse(body);
      if (!tag.success) return refuse(reply, 'Неправильный запрос');
      const { name, color } = tag.data;
      if (Array.from(name).length > NAME_MAX) {
        return refuse(reply, 'Недопустимое значение наименования ярлыка', {
          description: `Слишком длинное название ярлыка. Разрешено не более ${String(NAME_MAX)} символов`,
        });
      }
      if (seller.tags.some((known) => known.name === name))
        return refuse(reply, 'Ярлык с таким именем уже существует');
      if (seller.tags.length >= TAGS_MAX) return refuse(reply, 'Исчерпан лимит на создание ярлыков');
      seller.tags.push({ id: simulator.state.nextTagID++, color, name });
      return contentResponse(null, '');
    },
  );

  add(
    {
      method: 'POST',
      path: '/content/v2/tag/nomenclature/link',
      name: 'content/tag/link',
      group,
      isWrite: true,
    },
    ({ body, seller, reply, nowMs }) => {
      const link = TagLink.safeParse(body);
      const card = link.success ? seller.cards.get(link.data.nmID) : undefined;
      if (!link.success || !card || card.trashedAtMs !== null) return refuse(reply, 'Неправильный запрос');
      const known = new Set(seller.tags.map((tag) => tag.id));
      const { nmID, tagsIDs } = link.data;
      const usualMs = between(
        chanceOf(simulator.state.seed, 'tags', nmID, nowMs),
        LINKING_MS.from,
        LINKING_MS.to,
      );
      seller.tagLinks.push({
        dueMs: nowMs + usualMs / simulator.speed,
        nmID,
        tagIDs: tagsIDs.filter((id) => known.has(id)),
      });
      return contentResponse(null, '');
    },
  );
}

/** Without more to say the document has null here, where other refusals have an object. */
function refuse(reply: FastifyReply, errorText: string, more: { description: string } | null = null) {
  return reply.code(400).send({ ...contentError(errorText), additionalErrors: more });
}

import * as z from 'zod/mini';
import type { Call, Simulator } from '#simulator/gateway/gateway.ts';
import { contentResponse, refuseContent } from '#simulator/gateway/responses.ts';
import { groupOf, GROUP_SIZE_MAX, sizeWith } from '#simulator/state/card-groups.ts';
import { between, chanceOf } from '#simulator/state/random.ts';
import type { Seller } from '#simulator/state/state.ts';

const MOVING_MS = { from: 800, to: 4000 };

const MoveRequest = z.strictObject({
  targetIMT: z.optional(z.int()),
  nmIDs: z.array(z.int()).check(z.minLength(1), z.maxLength(GROUP_SIZE_MAX)),
});

/** Puts cards into a group, or, without one, together into a new group. What the document refuses is refused at once. */
export function moveCards(simulator: Simulator, call: Call) {
  const refuse = (text: string) => refuseContent(call.reply, text, { error: text });
  const parsed = MoveRequest.safeParse(call.body);
  if (!parsed.success) return refuse('Неправильный формат запроса');
  const { seller, nowMs } = call;
  const { nmIDs } = parsed.data;
  const targetIMT = parsed.data.targetIMT ?? null;
  const problem = problemOf(seller, nmIDs, targetIMT);
  if (problem !== undefined) return refuse(problem);
  const usualMs = between(
    chanceOf(simulator.state.seed, 'move', nmIDs[0] ?? 0, nowMs),
    MOVING_MS.from,
    MOVING_MS.to,
  );
  seller.moves.push({ dueMs: nowMs + usualMs / simulator.speed, nmIDs, targetIMT });
  return contentResponse(null, {});
}

function problemOf(seller: Seller, nmIDs: readonly number[], targetIMT: number | null): string | undefined {
  const cards = nmIDs.flatMap((nmID) => seller.cards.get(nmID) ?? []);
  if (cards.length < nmIDs.length || cards.some((card) => card.trashedAtMs !== null))
    return 'Указан несуществующий nmID карточки товара';
  const isOnItsWay = seller.moves.some(
    (move) => move.targetIMT === targetIMT && String(move.nmIDs) === String(nmIDs),
  );
  if (isOnItsWay) return 'Недопустимо отправлять дублирующиеся запросы!';
  const group =
    targetIMT === null ? [] : groupOf(seller, targetIMT).filter((card) => card.trashedAtMs === null);
  if (targetIMT !== null && group.length === 0) return 'Указан несуществующий imt';
  if (new Set([...group, ...cards].map((card) => card.subjectID)).size > 1)
    return 'Объединение товаров с разными предметами невозможно';
  if (targetIMT === null) return undefined;
  if (cards.every((card) => card.imtID === targetIMT)) return 'Все карточки находятся в одной группе';
  return sizeWith(seller, targetIMT, nmIDs) > GROUP_SIZE_MAX
    ? 'В группу можно объединить не больше 30 карточек. В результате запроса будет превышен лимит'
    : undefined;
}

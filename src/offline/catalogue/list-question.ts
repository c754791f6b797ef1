import {
  isServerOrdering,
  listCardsEndpoint,
  type CardFilterValues,
  type DeviceCardOrdering,
} from '#contract/card-list.ts';

/** What a list asks of the replica. */
export interface ListQuestion extends CardFilterValues {
  ordering: DeviceCardOrdering;
  offset: number;
  limit: number;
}

/**
 * The query of a page of the list, read as the server reads it. Undefined: the server alone knows that order. Throws on what is no query.
 * It is read on the page, which knows the server's queries anyway: the worker would bring them once more.
 */
export function listQuestionOf(query: Record<string, unknown>): ListQuestion | undefined {
  const { ordering, ...rest } = listCardsEndpoint.query.parse(query);
  return isServerOrdering(ordering) ? undefined : { ...rest, ordering };
}

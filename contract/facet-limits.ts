import { MAX_TAGS } from './card-rules.ts';

/** So many subjects or brands are chosen from, the first of the alphabet. */
export const MAX_FACETS = 500;

/** So many tags, the most frequent. The marketplace keeps fifteen for a seller; here are some of yesterday, too. */
export const MAX_TAG_FACETS = MAX_TAGS * 4;

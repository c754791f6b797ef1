/*
 * How many chosen cards each thing takes at once. Apart from the things themselves: the bar of the list comes with every start, and
 * would bring all their schemas for a number.
 */

/** Rows of a table that changes cards, of a file or on the screen. */
export const MAX_TABLE_ROWS = 10_000;
/** Of a choice each card is copied once: as many as fit into a table. */
export const MAX_COPIED_CARDS = 10_000;
/** As many cards as are looked at together: each that leaves a group is a call of its own. */
export const MAX_GROUPED_CARDS = 100;

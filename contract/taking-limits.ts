/** A taking of more would be hundreds of megabytes of photos. */
export const MAX_TAKEN_CARDS = 2_000;
export const MAX_TAKEN_SHIPMENTS = 200;

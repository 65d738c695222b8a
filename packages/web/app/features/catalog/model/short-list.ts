/** A list with fewer services than this is short: it does not fill two rows of four. */
export const SHORT_LIST_LENGTH = 8;

/** Width, in columns, at which the card that offers to publish a service fills the last row of a short list. */
export const offerSpan = (columnCount: number, serviceCount: number): number =>
  columnCount - (serviceCount % columnCount);

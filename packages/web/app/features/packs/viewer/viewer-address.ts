const PREFIX = '#arquivo-';

/** The address of a file in the viewer, below the pack's own. */
export const placeHash = (fileId: string) => `${PREFIX}${fileId}`;

/** The file that an address opens in the viewer; null for none. */
export const fileOfHash = (hash: string) =>
  hash.startsWith(PREFIX) ? hash.slice(PREFIX.length) : null;

/** The id of a file's tile in the grid, where the focus goes back to. */
export const tileId = (fileId: string) => `tile-${fileId}`;

const HASH_PREFIX = '#arquivo-';

/** The URL hash that opens a file in the viewer. */
export const viewerHash = (fileId: string) => `${HASH_PREFIX}${fileId}`;

/** Id of the file that a URL hash opens in the viewer; null for other hashes. */
export const fileIdOfHash = (hash: string) =>
  hash.startsWith(HASH_PREFIX) ? hash.slice(HASH_PREFIX.length) : null;

/** DOM id of a file's tile in the grid, which gets the focus when the viewer closes. */
export const tileId = (fileId: string) => `tile-${fileId}`;

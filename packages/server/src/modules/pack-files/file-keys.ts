import type { ArchiveType } from '@guilda/contract/services/packs';
import type { FileStore } from '../../ports/file-store.ts';
import { extensionOf } from './file-name.ts';

/**
 * Prefix of all storage keys of a pack file. `archives` is an older name of pack files and must not change, because
 * stored files have it.
 */
const packFileFolder = (id: string): string => `archives/${id}/`;

export const previewContentType = 'image/webp';

/** Storage key of the pack file. */
export function packFileKey(packFileId: string, type: ArchiveType): string {
  return `${packFileFolder(packFileId)}file.${extensionOf(type)}`;
}

/** Storage key of the preview, which only images have. */
export function previewKey(packFileId: string): string {
  return `${packFileFolder(packFileId)}preview.webp`;
}

/** Erases a pack file and its preview; missing objects are not an error. */
export function erasePackFileContent(
  files: Pick<FileStore, 'deletePrefix'>,
  id: string,
): Promise<void> {
  return files.deletePrefix(packFileFolder(id));
}

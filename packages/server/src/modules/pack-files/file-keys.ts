import type { ArchiveType } from '@guilda/contract/packs';
import type { FileStore } from '../../ports/file-store.ts';
import { extensionOf } from './file-name.ts';

/** Prefix of all keys of a pack file. The storage layout keeps the name `archives`. */
const packFileFolder = (id: string): string => `archives/${id}/`;

export const previewContentType = 'image/webp';

/** Key of the file itself. */
export function packFileKey(id: string, type: ArchiveType): string {
  return `${packFileFolder(id)}file.${extensionOf(type)}`;
}

/** Key of the preview of an image. */
export function previewKey(id: string): string {
  return `${packFileFolder(id)}preview.webp`;
}

/** Erases the file and its preview; missing objects are no error. */
export function erasePackFileContent(
  files: Pick<FileStore, 'deletePrefix'>,
  id: string,
): Promise<void> {
  return files.deletePrefix(packFileFolder(id));
}

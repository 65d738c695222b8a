import type { ArchiveType } from '@guilda/contract/packs';
import type { FileStore } from '../../ports/file-store.ts';
import { extensionOf } from './file-name.ts';

/** Where the files of an archive lie. */
const folderOf = (id: string): string => `archives/${id}/`;

export const previewType = 'image/webp';

/** Key of the file itself. */
export function archiveKey(id: string, type: ArchiveType): string {
  return `${folderOf(id)}file.${extensionOf(type)}`;
}

/** Key of the small picture of an image. */
export function previewKey(id: string): string {
  return `${folderOf(id)}preview.webp`;
}

/** Erases everything of an archive; what is not there is no error. */
export function eraseFiles(files: Pick<FileStore, 'deletePrefix'>, id: string): Promise<void> {
  return files.deletePrefix(folderOf(id));
}

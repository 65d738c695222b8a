import { errors } from '@guilda/contract/errors';
import { limits } from '@guilda/contract/limits';
import { archiveTypes } from '@guilda/contract/services/packs';

/** File types that the file chooser offers. The server checks the content instead. */
export const PACK_FILE_TYPES = [...archiveTypes, '.jpg', '.jpeg', '.png', '.gif', '.mp4'].join(',');

export const packTexts = {
  tooMany: `Um pacote tem no máximo ${limits.archives} arquivos.`,
  busy: 'Espere os arquivos terminarem de chegar.',
  broken: 'Tente de novo ou remova os arquivos que não chegaram.',
} as const;

const packExtensionPattern = /\.(jpe?g|png|gif|mp4)$/i;
const packMediaTypes: readonly string[] = archiveTypes;

/**
 * Error text for a chosen file that cannot be part of a pack; null if the browser finds no problem before the upload.
 * The file's extension or its MIME type must be a known one.
 */
export function packFileProblem(
  file: Pick<File, 'name' | 'type' | 'size'>,
  maxBytes: number,
): string | null {
  if (!packExtensionPattern.test(file.name) && !packMediaTypes.includes(file.type))
    return errors.file_type.text;
  if (file.size > maxBytes) return errors.file_too_large.text;
  return null;
}

/** Label of a file that is not uploaded yet, from its extension: `MP4`. */
export function fileTypeLabel(name: string): string {
  const extension = /\.([a-z0-9]{1,4})$/i.exec(name)?.[1]?.toUpperCase();
  return extension === 'JPEG' ? 'JPG' : (extension ?? '—');
}

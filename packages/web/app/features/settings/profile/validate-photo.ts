import { errors } from '@guilda/contract/errors';
import { limits } from '@guilda/contract/limits';

/** Media types that the server accepts as photo. */
export const photoTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const;

/**
 * The error text for a chosen photo, in the words of the server; null when it is valid. A file of unknown
 * type is accepted: the server decides by its content.
 */
export function validatePhoto({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (size > limits.pictureBytes) return errors.file_too_large.text;
  const known = type === '' || photoTypes.some((allowed) => allowed === type);
  return known ? null : errors.file_type.text;
}

import { errors } from '@guilda/contract/errors';
import { limits } from '@guilda/contract/limits';

/** Media types that the server accepts for a photo. */
export const photoTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const;

/**
 * The error of a chosen photo, with the server's text; null when the photo is valid. A file without a type is accepted,
 * because the server checks the content.
 */
export function validatePhoto({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (size > limits.pictureBytes) return errors.file_too_large.text;
  const isAllowedType = type === '' || photoTypes.some((allowedType) => allowedType === type);
  return isAllowedType ? null : errors.file_type.text;
}

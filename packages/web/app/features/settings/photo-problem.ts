import { errors } from '@guilda/contract/errors';
import { limits } from '@guilda/contract/limits';

/** What the server turns into a picture (`product §4`). */
export const photoTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const;

/**
 * What speaks against a chosen photo, in the words of the server; null for nothing. A file whose type
 * the device does not know goes through: its content decides.
 */
export function photoProblem({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (size > limits.pictureBytes) return errors.file_too_large.text;
  const known = type === '' || photoTypes.some((allowed) => allowed === type);
  return known ? null : errors.file_type.text;
}

import type { OwnUser } from '@guilda/contract/accounts/users';
import { ApiError } from '@guilda/contract/api-error';
import { api } from '../../../lib/api/api.ts';
import type { ProfileValues } from './profile-values.ts';

export type ProfileField = keyof ProfileValues | 'photo';

/** Sends the changed fields and, if one was chosen, the photo as a multipart form. */
export function saveProfile(changes: Partial<ProfileValues>, photo: File | null): Promise<OwnUser> {
  const body = new FormData();
  for (const [name, value] of Object.entries(changes)) body.append(name, value);
  if (photo) body.append('photo', photo);
  return api().users.updateMe({ body });
}

const fieldOfCode: Readonly<Record<string, ProfileField>> = {
  username_taken: 'username',
  invalid_username: 'username',
  file_too_large: 'photo',
  file_type: 'photo',
  storage_full: 'photo',
};

const profileFields: readonly string[] = ['username', 'bio', 'effectPhrase', 'photo'];

/** The form fields that an error is about, each with its message. */
export function fieldErrorsOf(error: unknown): { field: ProfileField; message: string }[] {
  if (!(error instanceof ApiError)) return [];
  const fieldIssues = error.issues.filter(({ path }) => profileFields.includes(path));
  if (fieldIssues.length > 0)
    return fieldIssues.map(({ path, message }) => ({ field: path as ProfileField, message }));
  const field = fieldOfCode[error.code];
  return field ? [{ field, message: error.message }] : [];
}

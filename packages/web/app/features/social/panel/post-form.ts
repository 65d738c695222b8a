import { ApiError } from '@guilda/contract/api-error';
import { parseHashtags } from '@guilda/contract/community/hashtags';
import { newPost, type Post } from '@guilda/contract/community/social';
import { errors } from '@guilda/contract/errors';
import { limits } from '@guilda/contract/limits';
import { z } from '@guilda/contract/schema';
import { normaliseText } from '@guilda/contract/text';

/** Picture types that the form accepts by the type of the file; the server checks the file's content. */
export const PHOTO_TYPES = 'image/jpeg,image/png,image/gif,image/webp';

const { title, description, hashtags, serviceId } = newPost.shape;

/** Schema of the form for a new post: the fields that the API accepts, and a photo. */
export const postFormSchema = z.object({
  title: title.unwrap(),
  description: description.unwrap(),
  hashtags: hashtags.unwrap(),
  /** Id of the linked service; empty for none. */
  serviceId: serviceId.unwrap(),
  sensitive: z.boolean(),
  photo: z.custom<File | null>(),
});
export type PostForm = z.input<typeof postFormSchema>;
export type ValidPost = z.output<typeof postFormSchema>;

export const emptyPostForm: PostForm = {
  title: '',
  description: '',
  hashtags: '',
  serviceId: '',
  sensitive: false,
  photo: null,
};

/**
 * Whether title, text, hashtags and photo are all missing; a post needs at least one of them
 * (`docs/product/community.md`).
 */
export function isPostEmpty(form: PostForm): boolean {
  const { title, description, hashtags, photo } = form;
  return (
    normaliseText(title) === '' &&
    normaliseText(description) === '' &&
    parseHashtags(hashtags).length === 0 &&
    photo === null
  );
}

/** The error of a chosen photo, with the server's text; null when the photo is valid. */
export function photoProblemText(file: Pick<File, 'type' | 'size'>): string | null {
  if (!PHOTO_TYPES.split(',').includes(file.type)) return errors.file_type.text;
  return file.size > limits.pictureBytes ? errors.file_too_large.text : null;
}

/** The multipart form of a new post. */
export function postFormData(post: ValidPost): FormData {
  const form = new FormData();
  form.set('title', post.title);
  form.set('description', post.description);
  form.set('hashtags', post.hashtags);
  form.set('sensitive', String(post.sensitive));
  if (post.serviceId) form.set('serviceId', post.serviceId);
  if (post.photo) form.set('photo', post.photo);
  return form;
}

/**
 * Whether the post in the server's answer is the one that was sent. A repeated request is answered with the post of its
 * first attempt, whose text may be different. Pictures are not compared, but if
 * a picture was sent, the answer must contain one.
 */
export function matchesSentPost(post: Post, sentPost: ValidPost): boolean {
  // The server withholds a sensitive post from an author whose age check has expired, so nothing can be compared.
  if (post.withheld) return true;
  const names = parseHashtags(sentPost.hashtags).map(({ name }) => name);
  return (
    post.title === sentPost.title &&
    post.description === sentPost.description &&
    post.hashtags.join(' ') === names.join(' ') &&
    post.sensitive === sentPost.sensitive &&
    (sentPost.photo === null || post.photoURL !== null)
  );
}

const fieldOfCode: Readonly<Record<string, keyof PostForm>> = {
  file_too_large: 'photo',
  file_type: 'photo',
  storage_full: 'photo',
  service_not_found: 'serviceId',
  adults_only: 'sensitive',
};

/** The server's errors that belong to fields of the form; empty when the error belongs to none. */
export function postFieldErrors(error: unknown): { field: keyof PostForm; message: string }[] {
  if (!(error instanceof ApiError)) return [];
  const field = fieldOfCode[error.code];
  if (field) return [{ field, message: error.message }];
  return error.issues.flatMap(({ path, message }) =>
    path in emptyPostForm ? [{ field: path as keyof PostForm, message }] : [],
  );
}

import type { Post } from '@guilda/contract/community/social';
import { createUploadApi } from '../../../lib/api/api.ts';
import { postFormData, type ValidPost } from './post-form.ts';

interface SendPostOptions {
  /** Idempotency key, so that repeated attempts create the post only once. */
  readonly key: string;
  readonly signal: AbortSignal;
  /** Called with the uploaded share, from 0 to 1. */
  onProgress(share: number): void;
}

/** Publishes a post. Rejects with the server's error, or with the reason of the aborted signal. */
export async function sendPost(readyPost: ValidPost, sendOptions: SendPostOptions): Promise<Post> {
  const { key, signal, onProgress } = sendOptions;
  const { social } = createUploadApi(onProgress);
  const input = { body: postFormData(readyPost), idempotencyKey: key };
  const { post } = await social.createPost(input, { signal });
  return post;
}

import { ApiError } from '@guilda/contract/api-error';
import type { Comment } from '@guilda/contract/community/social';
import { useState } from 'react';
import { api } from '../../../../lib/api/api.ts';
import { randomUuid } from '../../../../lib/random-uuid.ts';
import { toast } from '../../../../ui/feedback/toast.ts';
import { readCommentDraft, type UnsentComment } from './comment-draft.ts';
import { storeCommentDraft } from './keep-draft.ts';

/** An own comment that the server has not confirmed yet. */
export interface SendingComment extends UnsentComment {
  /** Whether sending has failed; the person can retry. */
  readonly failed: boolean;
}

/** Shows a toast with the server's error message, or with a general one. */
function toastFailure(error: unknown): void {
  const message = error instanceof ApiError ? error.message : '';
  const text = message || 'Erro ao adicionar comentário';
  toast({ title: 'Algo deu errado...', text, tone: 'error' });
}

interface SendingCommentsOptions {
  readonly postId: string;
  /** Uid of the comments' author. */
  readonly authorUid: string;
  onPublished(comment: Comment): void;
}

/**
 * Own comments that are being sent, newest first. Comments that are unconfirmed after a reload, a closed tab or a
 * failure are included; sending them again does not create them twice.
 */
export function useSendingComments({ postId, authorUid, onPublished }: SendingCommentsOptions) {
  const [items, setItems] = useState<readonly SendingComment[]>(() =>
    readCommentDraft(localStorage, authorUid, postId)
      .unsent.map((each) => ({ ...each, failed: true }))
      .reverse(),
  );
  const setFailed = (key: string, failed: boolean) =>
    setItems((all) => all.map((each) => (each.key === key ? { ...each, failed } : each)));

  const removeComment = (key: string) => {
    setItems((all) => all.filter((each) => each.key !== key));
    storeCommentDraft(authorUid, postId, ({ text, unsent }) => ({
      text,
      unsent: unsent.filter((each) => each.key !== key),
    }));
  };

  const deliver = async ({ key, text }: UnsentComment) => {
    try {
      const input = { params: { postId }, body: { text }, idempotencyKey: key };
      const { comment } = await api().social.createComment(input);
      removeComment(key);
      onPublished(comment);
    } catch (error) {
      toastFailure(error);
      setFailed(key, true);
    }
  };

  const send = (text: string) => {
    const comment = { key: randomUuid(), text };
    setItems((all) => [{ ...comment, failed: false }, ...all]);
    storeCommentDraft(authorUid, postId, ({ unsent }) => ({
      text: '',
      unsent: [...unsent, comment],
    }));
    void deliver(comment);
  };

  const retry = (comment: SendingComment) => {
    setFailed(comment.key, false);
    void deliver(comment);
  };
  return { items, send, retry, drop: removeComment };
}

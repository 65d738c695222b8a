import type { OwnUser } from '@guilda/contract/accounts/users';
import type { Comment } from '@guilda/contract/community/social';
import { useCallback, useState } from 'react';
import { readCommentDraft } from './comment-draft.ts';
import { CommentForm } from './comment-form.tsx';
import { storeCommentDraft } from './keep-draft.ts';
import { SendingCommentItem } from './sending-comment-item.tsx';
import { useSendingComments } from './use-sending-comments.ts';

interface CommentBoxProps {
  postId: string;
  user: OwnUser;
  onPublished: (comment: Comment) => void;
}

/** The comment form of a signed-in person, and their comments that are still being sent. */
export function CommentBox({ postId, user, onPublished }: CommentBoxProps) {
  const [draft] = useState(() => readCommentDraft(localStorage, user.uid, postId).text);
  const { items, send, retry, drop } = useSendingComments({
    postId,
    authorUid: user.uid,
    onPublished,
  });
  const { uid } = user;
  const storeDraft = useCallback(
    (text: string) => storeCommentDraft(uid, postId, (stored) => ({ ...stored, text })),
    [uid, postId],
  );
  return (
    <>
      <CommentForm photoURL={user.photoURL} draft={draft} onType={storeDraft} onSend={send} />
      {items.length > 0 && (
        <ul aria-label="Seus comentários a caminho">
          {items.map((comment) => (
            <SendingCommentItem
              key={comment.key}
              comment={comment}
              author={user}
              onRetry={() => retry(comment)}
              onDiscard={() => drop(comment.key)}
            />
          ))}
        </ul>
      )}
    </>
  );
}

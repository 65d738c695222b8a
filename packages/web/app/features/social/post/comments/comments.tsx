import type { Comment, Post } from '@guilda/contract/community/social';
import { useQueryClient } from '@tanstack/react-query';
import clsx from 'clsx';
import { useRef, useState } from 'react';
import { type FirstPage, usePagedData } from '../../../../lib/data/paged-data.ts';
import { numberText } from '../../../../lib/format/count-text.ts';
import { ListTail } from '../../../../ui/feedback/list-tail.tsx';
import { updateCachedPost } from '../../model/feed-cache.ts';
import * as viewStyles from '../post-view.module.css';
import { CommentComposer } from './comment-composer.tsx';
import { CommentItem } from './comment-item.tsx';
import {
  isCommentCached,
  removeCachedComment,
  updateCachedComments,
  withOwnComment,
} from './comments-cache.ts';
import { type CommentPage, commentsKey, loadComments } from './load-comments.ts';
import { NewCommentsButton } from './new-comments-button.tsx';
import { useNewComments } from './use-new-comments.ts';

function commentsTitle(count: number): string {
  if (count === 0) return 'Nenhum comentário ainda';
  return count === 1 ? '1 comentário' : `${numberText(count)} comentários`;
}

interface CommentsProps {
  post: Post;
  first: FirstPage<CommentPage>;
  /** Called when an own comment was added or deleted, because counts requested earlier do not include the change. */
  onTouch: () => void;
}

/** The comments of a post and the form for a new one. */
export function Comments({ post, first, onTouch }: CommentsProps) {
  const { uid, commentCount } = post;
  const client = useQueryClient();
  const [announcement, setAnnouncement] = useState('');
  const pagedComments = usePagedData({ key: commentsKey(uid), first, load: loadComments(uid) });
  const comments = pagedComments.pages.flatMap((page) => page.comments);
  const box = useRef<HTMLDivElement>(null);
  const newComments = useNewComments(
    uid,
    { comments, hasMore: pagedComments.hasMore },
    commentCount,
  );
  const changeCount = (change: 1 | -1) => {
    onTouch();
    newComments.expect(change);
    updateCachedPost(client, uid, (currentPost) => ({
      commentCount: Math.max(0, currentPost.commentCount + change),
    }));
  };
  const showPublished = (comment: Comment) => {
    // A comment that is sent again after its answer was lost may be known, and counted, already.
    const isCounted = isCommentCached(client, uid, comment.id);
    updateCachedComments(client, uid, (cached) => withOwnComment(cached, comment));
    if (!isCounted) changeCount(1);
    setAnnouncement('Comentário publicado.');
  };
  const handleDeleted = (comment: Comment) => {
    removeCachedComment(client, uid, comment.id);
    changeCount(-1);
  };
  return (
    <section
      className={clsx('panel plain', viewStyles.comments)}
      id="comentarios"
      aria-labelledby="comentarios-t"
    >
      <h2 className="display4" id="comentarios-t" tabIndex={-1}>
        {commentsTitle(commentCount)}
      </h2>
      <CommentComposer postId={uid} onPublished={showPublished} />
      <p className="srOnly" role="status">
        {announcement}
      </p>
      <div ref={box}>
        <NewCommentsButton newComments={newComments} list={box} />
        {comments.length > 0 && (
          <ul>
            {comments.map((comment) => (
              <CommentItem key={comment.id} comment={comment} onDeleted={handleDeleted} />
            ))}
          </ul>
        )}
        <ListTail list={pagedComments} label="Carregar mais comentários" />
      </div>
    </section>
  );
}

import type { Author } from '@guilda/contract/accounts/users';
import clsx from 'clsx';
import type { MouseEvent } from 'react';
import { Button } from '../../../../ui/actions/button.tsx';
import { Avatar } from '../../../../ui/display/avatar.tsx';
import { FieldError } from '../../../../ui/forms/field.tsx';
import { UserText } from '../../../../ui/text/user-text.tsx';
import { BadgeList } from '../../../users/index.ts';
import { authorNameOf } from '../../model/paths.ts';
import * as styles from './comments.module.css';
import type { SendingComment } from './use-sending-comments.ts';

interface SendingCommentItemProps {
  comment: SendingComment;
  author: Author;
  onRetry: () => void;
  onDiscard: () => void;
}

function SendFailedActions({
  onRetry,
  onDiscard,
}: Pick<SendingCommentItemProps, 'onRetry' | 'onDiscard'>) {
  // The pressed button disappears, and then its comment, so the focus moves to the heading of the comments.
  const focusHeadingAnd = (action: () => void) => (event: MouseEvent<HTMLElement>) => {
    event.currentTarget.closest('section')?.querySelector('h2')?.focus({ preventScroll: true });
    action();
  };
  return (
    <div className={clsx('row gap2', styles.failure)}>
      <FieldError>Não foi enviado.</FieldError>
      <Button size="small" onClick={focusHeadingAnd(onRetry)}>
        Tentar de novo
      </Button>
      <Button size="small" variant="ghost" onClick={focusHeadingAnd(onDiscard)}>
        Descartar
      </Button>
    </div>
  );
}

/** An own comment that is being sent or that failed to be sent. */
export function SendingCommentItem({
  comment,
  author,
  onRetry,
  onDiscard,
}: SendingCommentItemProps) {
  return (
    <li className={styles.comment} data-ui="comment" aria-busy={!comment.failed}>
      <Avatar src={author.photoURL} />
      <div>
        <p className={clsx('row gap2', styles.author)}>
          <bdi className="bold truncate">{authorNameOf(author)}</bdi>
          <BadgeList badges={author.badges} />
          {!comment.failed && <span className="textXs muted">Enviando…</span>}
        </p>
        <UserText text={comment.text} className="secondary" />
        {comment.failed && <SendFailedActions onRetry={onRetry} onDiscard={onDiscard} />}
      </div>
    </li>
  );
}

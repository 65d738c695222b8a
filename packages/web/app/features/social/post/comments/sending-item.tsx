import type { Author } from '@guilda/contract/users';
import { Avatar } from '../../../../ui/avatar.tsx';
import { Button } from '../../../../ui/button.tsx';
import { FieldError } from '../../../../ui/field.tsx';
import { UserText } from '../../../../ui/user-text.tsx';
import { BadgeList } from '../../../users/index.ts';
import { nameOf } from '../../model/paths.ts';
import type { SendingComment } from './use-sending.ts';

interface SendingItemProps {
  comment: SendingComment;
  author: Author;
  onRetry: () => void;
  onDiscard: () => void;
}

function Failed({ onRetry, onDiscard }: Pick<SendingItemProps, 'onRetry' | 'onDiscard'>) {
  return (
    <div className="row g2 coment-f">
      <FieldError>Não foi enviado.</FieldError>
      <Button size="small" onClick={onRetry}>
        Tentar de novo
      </Button>
      <Button size="small" variant="ghost" onClick={onDiscard}>
        Descartar
      </Button>
    </div>
  );
}

/** An own comment on its way, or stuck there. */
export function SendingItem({ comment, author, onRetry, onDiscard }: SendingItemProps) {
  return (
    <li className="coment" aria-busy={!comment.failed}>
      <Avatar src={author.photoURL} />
      <div>
        <p className="row g2 coment-q">
          <bdi className="b trunca">{nameOf(author)}</bdi>
          <BadgeList badges={author.badges} />
          {!comment.failed && <span className="t-xs mute">Enviando…</span>}
        </p>
        <UserText text={comment.text} className="dim" />
        {comment.failed && <Failed onRetry={onRetry} onDiscard={onDiscard} />}
      </div>
    </li>
  );
}

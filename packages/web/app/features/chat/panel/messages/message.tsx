import clsx from 'clsx';
import { memo } from 'react';
import { wholeMoment } from '../../../../lib/moments.ts';
import { UserText } from '../../../../ui/user-text.tsx';
import { chat } from '../../model/index.ts';
import type { MessageRow } from '../rules/rows.ts';
import { MessageMark } from './message-mark.tsx';

interface MessageProps {
  /** Who the conversation is with. */
  uid: string;
  /** What the partner is called. */
  name: string;
  row: MessageRow;
}

/** Why it was not sent, and the two ways on. */
function Failure({ uid, row }: Omit<MessageProps, 'name'>) {
  const { id, reason } = row.item;
  return (
    <div className="falha">
      <p>{reason ?? 'Não foi possível enviar a mensagem.'}</p>
      <button type="button" className="link" onClick={() => chat().retry(uid, id)}>
        Tentar de novo
      </button>
      <button type="button" className="link" onClick={() => chat().discard(uid, id)}>
        Descartar
      </button>
    </div>
  );
}

function Foot({ row }: Pick<MessageProps, 'row'>) {
  const { item, own, hour, told } = row;
  return (
    <span className={clsx('msg-h', told && 'sr')}>
      <time dateTime={item.sentAt} title={wholeMoment(new Date(item.sentAt))}>
        {hour}
      </time>
      {own && <MessageMark state={item.state} />}
    </span>
  );
}

/** Rows are made anew with each change of the conversation; most of them say the same as before. */
function sameMessage(before: MessageProps, after: MessageProps): boolean {
  const [a, b] = [before.row, after.row];
  return (
    before.uid === after.uid &&
    before.name === after.name &&
    a.item === b.item &&
    a.own === b.own &&
    a.continued === b.continued &&
    a.hour === b.hour &&
    a.told === b.told
  );
}

/** One message: its bubble, when it was said and, for an own one, how far it has come. */
export const Message = memo(function Message({ uid, name, row }: MessageProps) {
  const { item, own, continued } = row;
  const failed = item.state === 'failed';
  return (
    <>
      <div data-row={row.key} className={clsx('msg', own && 'eu', continued && 'cont')}>
        <span className="sr">{own ? 'Você' : name}:</span>
        <UserText text={item.message} />
        <Foot row={row} />
      </div>
      {failed && <Failure uid={uid} row={row} />}
    </>
  );
}, sameMessage);

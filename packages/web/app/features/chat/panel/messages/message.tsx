import clsx from 'clsx';
import { type MouseEvent, memo } from 'react';
import { fullDateTimeText } from '../../../../lib/format/date-text.ts';
import { UserText } from '../../../../ui/text/user-text.tsx';
import { browserChat } from '../../model/index.ts';
import type { MessageListRow } from '../rules/rows.ts';
import { failureReason } from '../rules/words.ts';
import { focusLogAround } from './focus-log.ts';
import { MessageStateIcon } from './message-state-icon.tsx';
import * as styles from './messages.module.css';

interface MessageProps {
  /** Uid of the partner. */
  uid: string;
  /** Name of the partner. */
  name: string;
  row: MessageListRow;
}

/** Why the message was not sent, with the buttons to retry or discard it. */
function SendFailure({ uid, row }: Omit<MessageProps, 'name'>) {
  const { id } = row.item;
  // The pressed button disappears in both cases, so the focus moves to the log.
  const retry = (event: MouseEvent<HTMLElement>) => {
    focusLogAround(event.currentTarget);
    browserChat().retry(uid, id);
  };
  const discard = (event: MouseEvent<HTMLElement>) => {
    focusLogAround(event.currentTarget);
    browserChat().discard(uid, id);
  };
  return (
    <div className={styles.failure}>
      <p>{failureReason(row.item)}</p>
      <button type="button" className="link" onClick={retry}>
        Tentar de novo
      </button>
      <button type="button" className="link" onClick={discard}>
        Descartar
      </button>
    </div>
  );
}

function MessageFooter({ row }: Pick<MessageProps, 'row'>) {
  const { item, isOwn, timeText, repeatedBelow } = row;
  return (
    <span className={clsx(styles.moment, repeatedBelow && 'srOnly')}>
      <time dateTime={item.sentAt} title={fullDateTimeText(new Date(item.sentAt))}>
        {timeText}
      </time>
      {isOwn && <MessageStateIcon state={item.state} />}
    </span>
  );
}

/** A message that the platform wrote in the sender's name, shown as a line across the log. */
function SystemMessage({ name, row }: Omit<MessageProps, 'uid'>) {
  return (
    <div data-row={row.key} className={styles.system} data-ui="system-message">
      <span className={styles.systemLabel}>
        {row.isOwn ? 'Mensagem automática em seu nome' : `Mensagem automática de ${name}`}
      </span>
      <UserText text={row.item.message} />
      <MessageFooter row={row} />
    </div>
  );
}

/** Whether rendering can be skipped. Each change of the conversation creates new row objects, even for equal rows. */
function isSameMessage(propsBefore: MessageProps, propsAfter: MessageProps): boolean {
  const [a, b] = [propsBefore.row, propsAfter.row];
  return (
    propsBefore.uid === propsAfter.uid &&
    propsBefore.name === propsAfter.name &&
    a.item === b.item &&
    a.isOwn === b.isOwn &&
    a.continuesGroup === b.continuesGroup &&
    a.timeText === b.timeText &&
    a.repeatedBelow === b.repeatedBelow
  );
}

/** One message: its bubble, its time and, for an own message, its state. */
export const MessageItem = memo(function Message({ uid, name, row }: MessageProps) {
  const { item, isOwn, continuesGroup } = row;
  if (item.system) return <SystemMessage name={name} row={row} />;
  const hasFailed = item.state === 'failed';
  return (
    <>
      <div
        data-row={row.key}
        className={clsx(styles.message, isOwn && styles.own, continuesGroup && styles.continued)}
        data-ui="message"
      >
        <span className="srOnly">{isOwn ? 'Você' : name}:</span>
        <UserText text={item.message} />
        <MessageFooter row={row} />
      </div>
      {hasFailed && <SendFailure uid={uid} row={row} />}
    </>
  );
}, isSameMessage);

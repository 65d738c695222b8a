import clsx from 'clsx';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import type { MouseEvent } from 'react';
import { browserChat, type ConversationView } from '../../model/index.ts';
import { focusLogAround } from './focus-log.ts';
import * as styles from './messages.module.css';

interface OlderMessagesStatusProps {
  uid: string;
  view: ConversationView;
}

function StatusText({ olderStatus }: Pick<ConversationView, 'olderStatus'>) {
  if (olderStatus === 'none') return 'Aqui começa a conversa';
  if (olderStatus !== 'loading') return null;
  return (
    <>
      <LoaderCircle className="icon iconSmall" aria-hidden="true" />
      Carregando mensagens anteriores
    </>
  );
}

/**
 * State of loading older messages, above the first message. Its height is constant, so that messages below do not move.
 * A button loads them without scrolling, also after a failure, which is not announced.
 */
export function OlderMessagesStatus({ uid, view }: OlderMessagesStatusProps) {
  const { status, olderStatus } = view;
  const load = (event: MouseEvent<HTMLElement>) => {
    // The pressed button disappears, so the focus moves to the log, in which the messages appear.
    focusLogAround(event.currentTarget);
    if (status === 'ready') void browserChat().loadOlder(uid);
    else browserChat().reload(uid);
  };
  return (
    <div className={clsx('textXs muted', styles.olderMark)}>
      <p className={styles.olderText} role="status">
        <StatusText olderStatus={olderStatus} />
      </p>
      {(olderStatus === 'more' || olderStatus === 'error') && (
        <button type="button" className="link" onClick={load}>
          {olderStatus === 'more' ? 'Ver mensagens anteriores' : 'Tentar de novo'}
        </button>
      )}
    </div>
  );
}

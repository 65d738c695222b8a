import type { OwnUser } from '@guilda/contract/accounts/users';
import { useEffect } from 'react';
import { OrderStrip } from '../../../orders/index.ts';
import { browserChat, useConversation } from '../../model/index.ts';
import { ConversationFooter } from '../compose/conversation-footer.tsx';
import { MessageLog } from '../messages/message-log.tsx';
import { partnerName } from '../rules/words.ts';
import * as styles from './conversation.module.css';
import { ConversationHeader } from './conversation-header.tsx';

interface ConversationProps {
  uid: string;
  user: OwnUser;
  /** Goes back to the list, on small screens, which show either the list or the conversation. */
  onBack: () => void;
}

/** A conversation: the partner, their current order, the messages, and the composer. */
export function Conversation({ uid, user, onBack }: ConversationProps) {
  const view = useConversation(uid);
  const { partner } = view;
  useEffect(() => {
    browserChat().open(uid);
    return () => browserChat().close(uid);
  }, [uid]);
  const label = partner ? `Conversa com ${partnerName(partner)}` : 'Conversa';
  return (
    <section
      className={styles.conversation}
      data-ui="conversation"
      aria-label={label}
      tabIndex={-1}
    >
      <ConversationHeader partner={partner} loading={view.status === 'loading'} onBack={onBack} />
      {partner && <OrderStrip partnerUid={uid} user={user} />}
      <MessageLog uid={uid} view={view} ownUid={user.uid} />
      <ConversationFooter uid={uid} view={view} />
    </section>
  );
}

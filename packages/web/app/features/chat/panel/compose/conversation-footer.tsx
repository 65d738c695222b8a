import type { ConversationView } from '../../model/index.ts';
import { ClosedConversationNotice } from './closed-conversation-notice.tsx';
import { Composer } from './composer.tsx';
import { ConnectionStrip } from './connection-strip.tsx';

interface ConversationFooterProps {
  uid: string;
  view: ConversationView;
}

/** The bottom of a conversation: the message field, or the reason why no message can be sent. A refusal stands in the log. */
export function ConversationFooter({ uid, view }: ConversationFooterProps) {
  const { partner, status, hasUnstoredMessages } = view;
  if (status === 'refused') return null;
  if (partner && !partner.writable) return <ClosedConversationNotice partner={partner} />;
  return (
    <>
      <ConnectionStrip hasUnstored={hasUnstoredMessages} />
      <Composer uid={uid} />
    </>
  );
}

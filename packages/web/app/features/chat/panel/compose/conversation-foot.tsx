import type { ConversationView } from '../../model/index.ts';
import { ClosedNotice } from './closed-notice.tsx';
import { Composer } from './composer.tsx';
import { ConnectionStrip } from './connection-strip.tsx';

interface ConversationFootProps {
  uid: string;
  view: ConversationView;
}

/** The end of a conversation: the field to write in, or why there is none. */
export function ConversationFoot({ uid, view }: ConversationFootProps) {
  const { partner, status, unkept } = view;
  if (partner && !partner.writable) return <ClosedNotice partner={partner} />;
  if (!partner && status === 'error') return null;
  return (
    <>
      <ConnectionStrip unkept={unkept} />
      <Composer uid={uid} />
    </>
  );
}

import ArrowDown from 'lucide-react/icons/arrow-down';
import { useMemo } from 'react';
import { Button } from '../../../../ui/actions/button.tsx';
import type { ConversationView } from '../../model/index.ts';
import { buildLogRows } from '../rules/rows.ts';
import { newMessagesLabel, partnerName } from '../rules/words.ts';
import { MessageAnnouncer } from './announcer.tsx';
import {
  MessageLogFailure,
  MessageLogRefusal,
  MessageLogSkeleton,
  NoMessagesYet,
  TypingHint,
} from './log-states.tsx';
import { MessageItem } from './message.tsx';
import * as styles from './messages.module.css';
import { OlderMessagesStatus } from './older-messages-status.tsx';
import { QuickAnswers } from './quick-answers.tsx';
import { useLogScroll } from './use-log-scroll.ts';
import { useToday } from './use-today.ts';

interface MessageLogProps {
  /** Uid of the partner. */
  uid: string;
  view: ConversationView;
  /** Uid of the signed-in person. */
  ownUid: string;
}

function MessageRows({ uid, view, ownUid, name }: MessageLogProps & { name: string }) {
  const today = useToday();
  const rows = useMemo(() => buildLogRows(view.items, ownUid, today), [view.items, ownUid, today]);
  return rows.map((row) =>
    row.kind === 'day' ? (
      <div key={row.key} className={styles.day} data-ui="day-separator">
        <span>{row.label}</span>
      </div>
    ) : (
      <MessageItem key={row.key} uid={uid} name={name} row={row} />
    ),
  );
}

function LogContent(props: MessageLogProps) {
  const { uid, view } = props;
  const name = view.partner ? partnerName(view.partner) : 'Usuário';
  const { setBox, onScroll, missedCount, toEnd } = useLogScroll(uid, view);
  return (
    <div className={styles.logFrame}>
      <div
        ref={setBox}
        className={styles.log}
        role="log"
        aria-live="off"
        aria-label="Mensagens"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll it
        tabIndex={0}
        onScroll={onScroll}
      >
        {view.items.length === 0 ? (
          <NoMessagesYet name={name} />
        ) : (
          <OlderMessagesStatus uid={uid} view={view} />
        )}
        <MessageRows {...props} name={name} />
        <QuickAnswers uid={uid} view={view} />
        {view.typing && <TypingHint />}
      </div>
      {missedCount > 0 && (
        <Button
          size="small"
          className={styles.newMessages}
          icon={<ArrowDown className="icon" aria-hidden="true" />}
          onClick={toEnd}
        >
          {newMessagesLabel(missedCount)}
        </Button>
      )}
      <MessageAnnouncer view={view} name={name} />
    </div>
  );
}

/** The messages of a conversation, oldest first. */
export function MessageLog(props: MessageLogProps) {
  const { uid, view } = props;
  // A refusal also replaces messages that were written before it was known.
  if (view.status === 'refused') return <MessageLogRefusal text={view.refusal ?? ''} />;
  if (view.items.length > 0 || view.status === 'ready') return <LogContent {...props} />;
  if (view.status === 'loading') return <MessageLogSkeleton />;
  return <MessageLogFailure uid={uid} />;
}

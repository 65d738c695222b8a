import type { MouseEvent } from 'react';
import { Button } from '../../../../ui/actions/button.tsx';
import { browserChat, type ConversationView } from '../../model/index.ts';
import { focusLogAround } from './focus-log.ts';
import * as styles from './messages.module.css';

const quickAnswerTexts = ['Sim, agora', 'Daqui a pouco'];

/** Buttons for the buyer with ready-made answers to the greeting of an order, while it is the newest message. */
export function QuickAnswers({ uid, view }: { uid: string; view: ConversationView }) {
  const newestItem = view.items.at(-1);
  if (!newestItem?.system || newestItem.state !== 'received' || !view.partner?.writable)
    return null;
  const send = (text: string) => (event: MouseEvent<HTMLElement>) => {
    // The pressed button disappears, so the focus moves to the log, in which the answer appears.
    focusLogAround(event.currentTarget);
    browserChat().send(uid, text);
  };
  return (
    <div className={styles.quickAnswers}>
      {quickAnswerTexts.map((text) => (
        <Button key={text} size="small" onClick={send(text)}>
          {text}
        </Button>
      ))}
    </div>
  );
}

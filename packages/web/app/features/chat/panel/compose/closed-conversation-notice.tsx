import type { ChatPartner } from '@guilda/contract/chat/messaging';
import { useRef } from 'react';
import { Button } from '../../../../ui/actions/button.tsx';
import { useBlock } from '../../../blocks/index.ts';
import { browserChat } from '../../model/index.ts';
import * as styles from './composer.module.css';

function UnblockButton({ partner }: { partner: ChatPartner }) {
  const button = useRef<HTMLButtonElement>(null);
  const showConversation = () => {
    // The message field replaces this button, so the focus moves to the messages beside it.
    if (button.current === document.activeElement)
      button.current?.closest('section')?.querySelector<HTMLElement>('[role="log"]')?.focus();
    browserChat().reload(partner.uid);
  };
  const { unblock } = useBlock(partner, showConversation);
  return (
    <Button ref={button} size="small" loading={unblock.isPending} onClick={() => unblock.mutate()}>
      Desbloquear
    </Button>
  );
}

/** Notice in place of the message field when no message can be sent (`docs/product/chat.md`). */
export function ClosedConversationNotice({ partner }: { partner: ChatPartner }) {
  return (
    <div className={styles.closedNotice} data-ui="closed-notice" role="status">
      <p>
        {partner.blocked
          ? 'Você bloqueou esta pessoa.'
          : 'Não é possível enviar mensagens para esta pessoa.'}
      </p>
      {partner.blocked && <UnblockButton partner={partner} />}
    </div>
  );
}

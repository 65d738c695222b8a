import clsx from 'clsx';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import { browserChat, type ConversationView } from '../../model/index.ts';
import * as styles from './messages.module.css';

interface OlderMessagesStatusProps {
  uid: string;
  olderStatus: ConversationView['olderStatus'];
}

function StatusContent({ uid, olderStatus }: OlderMessagesStatusProps) {
  if (olderStatus === 'none') return 'Aqui começa a conversa';
  if (olderStatus === 'more') return null;
  if (olderStatus === 'loading') {
    return (
      <>
        <LoaderCircle className="icon iconSmall" aria-hidden="true" />
        Carregando mensagens anteriores
      </>
    );
  }
  return (
    <>
      Não foi possível carregar as mensagens anteriores.
      <button type="button" className="link" onClick={() => void browserChat().loadOlder(uid)}>
        Tentar de novo
      </button>
    </>
  );
}

/**
 * State of loading older messages, above the first message. Its height is constant, so that messages below do not move.
 */
export function OlderMessagesStatus(props: OlderMessagesStatusProps) {
  return (
    <div className={clsx('textXs muted', styles.olderMark)} role="status">
      <StatusContent {...props} />
    </div>
  );
}

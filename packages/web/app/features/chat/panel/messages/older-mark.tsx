import clsx from 'clsx';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import { type ConversationView, chat } from '../../model/index.ts';
import * as styles from './messages.module.css';

interface OlderMarkProps {
  uid: string;
  older: ConversationView['older'];
}

function Inside({ uid, older }: OlderMarkProps) {
  if (older === 'none') return 'Aqui começa a conversa';
  if (older === 'more') return null;
  if (older === 'loading') {
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
      <button type="button" className="link" onClick={() => void chat().loadOlder(uid)}>
        Tentar de novo
      </button>
    </>
  );
}

/** The area before the first message. Its height is constant, so that nothing below it moves. */
export function OlderMark(props: OlderMarkProps) {
  return (
    <div className={clsx('textXs muted', styles.olderMark)} role="status">
      <Inside {...props} />
    </div>
  );
}

import LoaderCircle from 'lucide-react/icons/loader-circle';
import { type ConversationView, chat } from '../../model/index.ts';

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
        <LoaderCircle className="i i-s" aria-hidden="true" />
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

/** What lies before the first message. It keeps its room, so that nothing below it moves. */
export function OlderMark(props: OlderMarkProps) {
  return (
    <div className="carrega t-xs mute" role="status">
      <Inside {...props} />
    </div>
  );
}

import { Link } from 'react-router';
import { callsUnavailableText, useCallsOffered } from '../../../lib/calls-offered.ts';
import type { HelpTopic } from './topic.ts';

function CallsAnswer() {
  if (!useCallsOffered()) return <p>{callsUnavailableText}</p>;
  return (
    <p>
      A ligação acontece no Discord. Você liga daqui, no perfil ou na conversa. Quando a outra
      pessoa atende, abrimos uma sala só para vocês dois e damos o convite.
    </p>
  );
}

function DiscordAnswer() {
  if (!useCallsOffered()) return <p>{callsUnavailableText}</p>;
  return (
    <p>
      Sim, as duas pessoas. Conecte a sua em{' '}
      <Link className="link" to="/user/settings/conta">
        Configurações
      </Link>
      . Dá para desconectar quando quiser.
    </p>
  );
}

export const callsTopic: HelpTopic = {
  slug: 'chamadas',
  title: 'Ligações',
  introduction: 'Como funcionam as ligações.',
  questions: [
    { id: 'como', question: 'Como funciona uma ligação?', Answer: CallsAnswer },
    {
      id: 'discord',
      question: 'Preciso de uma conta do Discord?',
      Answer: DiscordAnswer,
    },
    {
      id: 'nao-receber',
      question: 'Não quero receber ligações. Como faço?',
      Answer: () => (
        <p>
          Em{' '}
          <Link className="link" to="/user/settings/ligacoes">
            Configurações
          </Link>
          , desligue <b>Ligações</b>. Quem você bloqueou nunca consegue ligar para você.
        </p>
      ),
    },
    {
      id: 'limite',
      question: 'Por que apareceu “Limite de chamadas excedido”?',
      Answer: () => (
        <p>
          Para ninguém ser incomodado, cada pessoa pode tentar poucas ligações em alguns minutos.
          Espere um pouco ou mande uma mensagem.
        </p>
      ),
    },
  ],
};

import type { NoticeSettings, NoticeTopic } from '@guilda/contract/reach';
import { useCallsOffered } from '../../../lib/calls-offered.ts';
import { Switch } from '../../../ui/switch.tsx';
import type { ChangeSettings } from './use-notice-settings.ts';

interface Topic {
  readonly id: NoticeTopic;
  readonly label: string;
  readonly hint: string;
  /** Whether there are mails about it at all. */
  readonly mailed: boolean;
}

const topics: readonly Topic[] = [
  {
    id: 'messages',
    label: 'Mensagens',
    hint: 'Quando alguém escreve e você não está.',
    mailed: true,
  },
  { id: 'orders', label: 'Pedidos', hint: 'Pagamentos, atendimentos e avaliações.', mailed: true },
  { id: 'calls', label: 'Ligações', hint: 'Ligações que você perdeu.', mailed: false },
  {
    id: 'community',
    label: 'Comunidade',
    hint: 'Comentários e curtidas no que você publica.',
    mailed: false,
  },
];

interface Props {
  settings: NoticeSettings;
  change: ChangeSettings;
}

function Row({ topic, settings, change }: Props & { topic: Topic }) {
  const { id, label, hint, mailed } = topic;
  const ways = settings.topics[id];
  const set = (way: 'push' | 'email', on: boolean) =>
    change((current) => ({
      ...current,
      topics: { ...current.topics, [id]: { ...current.topics[id], [way]: on } },
    }));
  return (
    <tr>
      <th scope="row">
        <span className="b">{label}</span>
        <span className="t-sm mute">{hint}</span>
      </th>
      <td>
        <Switch
          checked={ways.push}
          onChange={(on) => set('push', on)}
          label={`${label} no navegador`}
        />
      </td>
      <td>
        {mailed ? (
          <Switch
            checked={ways.email}
            onChange={(on) => set('email', on)}
            label={`${label} por e-mail`}
          />
        ) : (
          <span className="mute">
            <span aria-hidden="true">—</span>
            <span className="sr">Não há e-mails</span>
          </span>
        )}
      </td>
    </tr>
  );
}

/** What is told by which way. */
export function TopicsTable({ settings, change }: Props) {
  const offered = useCallsOffered();
  const shown = topics.filter(({ id }) => offered || id !== 'calls');
  return (
    <table className="fora-t">
      <caption className="sr">O que chega a você fora da Guilda</caption>
      <thead>
        <tr>
          <th scope="col">Assunto</th>
          <th scope="col">Navegador</th>
          <th scope="col">E-mail</th>
        </tr>
      </thead>
      <tbody>
        {shown.map((topic) => (
          <Row key={topic.id} topic={topic} settings={settings} change={change} />
        ))}
      </tbody>
    </table>
  );
}

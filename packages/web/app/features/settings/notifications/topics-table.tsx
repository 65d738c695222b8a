import type {
  DeliveryPreferences,
  NotificationTopic,
} from '@guilda/contract/notifications/notification-delivery';
import { useCallsOffered } from '../../../lib/calls-offered.ts';
import { Switch } from '../../../ui/forms/switch.tsx';
import * as styles from './notifications-section.module.css';
import type { ChangePreferences } from './use-delivery-preferences.ts';

interface TopicRowContent {
  readonly id: NotificationTopic;
  readonly label: string;
  readonly hint: string;
  /** Whether notifications about the topic are also sent by e-mail. */
  readonly sentByMail: boolean;
}

const topicRows: readonly TopicRowContent[] = [
  {
    id: 'messages',
    label: 'Mensagens',
    hint: 'Quando alguém escreve e você não está.',
    sentByMail: true,
  },
  {
    id: 'orders',
    label: 'Pedidos',
    hint: 'Pagamentos, atendimentos e avaliações. Saques: só no navegador.',
    sentByMail: true,
  },
  { id: 'calls', label: 'Ligações', hint: 'Ligações que você perdeu.', sentByMail: false },
  {
    id: 'community',
    label: 'Comunidade',
    hint: 'Curtidas, comentários, mensagens da equipe e a cópia dos seus dados.',
    sentByMail: false,
  },
];

interface TopicsTableProps {
  settings: DeliveryPreferences;
  change: ChangePreferences;
}

function TopicRow({ topic, settings, change }: TopicsTableProps & { topic: TopicRowContent }) {
  const { id, label, hint, sentByMail } = topic;
  const channels = settings.topics[id];
  const setChannel = (channel: 'push' | 'email', isOn: boolean) =>
    change((current) => ({
      ...current,
      topics: { ...current.topics, [id]: { ...current.topics[id], [channel]: isOn } },
    }));
  return (
    <tr>
      <th scope="row">
        <span className="bold">{label}</span>
        <span className="textSm muted">{hint}</span>
      </th>
      <td>
        <Switch
          checked={channels.push}
          onChange={(isOn) => setChannel('push', isOn)}
          label={`${label} no navegador`}
        />
      </td>
      <td>
        {sentByMail ? (
          <Switch
            checked={channels.email}
            onChange={(isOn) => setChannel('email', isOn)}
            label={`${label} por e-mail`}
          />
        ) : (
          <span className="muted">
            <span aria-hidden="true">—</span>
            <span className="srOnly">Não há e-mails</span>
          </span>
        )}
      </td>
    </tr>
  );
}

/** Table of switches: a row for each topic, a column for each channel. */
export function TopicsTable({ settings, change }: TopicsTableProps) {
  const areCallsOffered = useCallsOffered();
  const shownRows = topicRows.filter(({ id }) => areCallsOffered || id !== 'calls');
  return (
    <table className={styles.topics}>
      <caption className="srOnly">O que chega a você fora da Guilda</caption>
      <thead>
        <tr>
          <th scope="col">Assunto</th>
          <th scope="col">Navegador</th>
          <th scope="col">E-mail</th>
        </tr>
      </thead>
      <tbody>
        {shownRows.map((topic) => (
          <TopicRow key={topic.id} topic={topic} settings={settings} change={change} />
        ))}
      </tbody>
    </table>
  );
}

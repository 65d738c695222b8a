import clsx from 'clsx';
import { ErrorState } from '../../../../ui/feedback/error-state.tsx';
import { Loading, Skeleton } from '../../../../ui/feedback/skeleton.tsx';
import { chat } from '../../model/index.ts';
import * as panelStyles from '../chat-panel.module.css';
import * as styles from './messages.module.css';

const bubbles = [
  { width: '46%', own: false },
  { width: '58%', own: true },
  { width: '30%', own: false },
  { width: '40%', own: false },
  { width: '52%', own: true },
];

/** Messages that have not come yet. */
export function LogSkeleton() {
  return (
    <Loading label="Carregando mensagens" className={clsx(styles.log, styles.skeleton)}>
      {bubbles.map(({ width, own }) => (
        <Skeleton key={width} width={width} height={42} className={own ? styles.own : undefined} />
      ))}
    </Loading>
  );
}

/** The conversation could not be loaded. */
export function LogError({ uid }: { uid: string }) {
  return (
    <div className={styles.log}>
      <ErrorState
        heading="h3"
        className={panelStyles.emptyState}
        reason="Não conseguimos abrir esta conversa."
        onRetry={() => chat().reload(uid)}
      />
    </div>
  );
}

/** Shown while the conversation has no messages. */
export function NothingSaid({ name }: { name: string }) {
  return (
    <p className={clsx('secondary pretty', styles.nothingSaid)}>
      Nenhuma mensagem por enquanto. Puxe assunto com <bdi className="bold">{name}</bdi>.
    </p>
  );
}

/** Shows that the partner is typing. */
export function TypingHint() {
  return (
    <div className={styles.typing}>
      <i />
      <i />
      <i />
      <span>Usuário está digitando...</span>
    </div>
  );
}

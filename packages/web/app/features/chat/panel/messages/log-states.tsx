import clsx from 'clsx';
import { Loading, Skeleton } from '../../../../ui/feedback/skeleton.tsx';
import { browserChat } from '../../model/index.ts';
import { TryAgain } from '../try-again.tsx';
import * as styles from './messages.module.css';

const skeletonBubbles = [
  { width: '46%', own: false },
  { width: '58%', own: true },
  { width: '30%', own: false },
  { width: '40%', own: false },
  { width: '52%', own: true },
];

/** Placeholder of the messages while they are loading. */
export function MessageLogSkeleton() {
  return (
    <Loading label="Carregando mensagens" className={clsx(styles.log, styles.skeleton)}>
      {skeletonBubbles.map(({ width, own }) => (
        <Skeleton key={width} width={width} height={42} className={own ? styles.own : undefined} />
      ))}
    </Loading>
  );
}

/** Shown in place of the messages when they could not be loaded. */
export function MessageLogFailure({ uid }: { uid: string }) {
  return (
    <div className={styles.log}>
      <TryAgain onRetry={() => browserChat().reload(uid)} />
    </div>
  );
}

/** Shown in place of the messages when the server refuses them, such as at an address of nobody. */
export function MessageLogRefusal({ text }: { text: string }) {
  return (
    <div className={styles.log}>
      <p className={clsx('secondary', styles.refusal)}>{text}</p>
    </div>
  );
}

/** Text in place of the messages while the conversation has none. */
export function NoMessagesYet({ name }: { name: string }) {
  return (
    <p className={clsx('secondary pretty', styles.nothingSaid)}>
      Nenhuma mensagem por enquanto. Puxe assunto com <bdi className="bold">{name}</bdi>.
    </p>
  );
}

/** Hint that the partner is typing. */
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

import { Button } from '../../../ui/actions/button.tsx';
import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { messageOfError } from '../../../ui/feedback/toast.ts';
import * as styles from './notifications.module.css';

/** Keys of the placeholder rows; four rows fill the list. */
const skeletonRowKeys = ['a', 'b', 'c', 'd'];

/** Shown while the list is loading. */
export function NotificationsSkeleton() {
  return (
    <Loading label="Carregando notificações">
      {skeletonRowKeys.map((row) => (
        <div key={row} className={styles.skeleton}>
          <Skeleton width={40} height={40} />
          <div>
            <Skeleton width="78%" height={14} />
            <Skeleton width={28} height={11} />
          </div>
        </div>
      ))}
    </Loading>
  );
}

/** Shown when the list is empty. */
export function NoNotifications() {
  return (
    <div className={styles.state}>
      <img src="/art/vazios/notificacoes.svg" alt="" width={160} height={120} />
      <p className="bold">Nada de novo por aqui</p>
      <p className="textSm secondary">Pedidos, mensagens e reações aparecem nesta lista.</p>
    </div>
  );
}

/** Shown when the list could not be loaded. */
export function NotificationsError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className={styles.state} role="alert">
      <p className="bold">Algo deu errado...</p>
      <p className="textSm secondary">{messageOfError(error)}</p>
      <Button size="small" onClick={onRetry}>
        Tentar de novo
      </Button>
    </div>
  );
}

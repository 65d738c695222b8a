import { Button } from '../../../../ui/actions/button.tsx';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { Loading, Skeleton } from '../../../../ui/feedback/skeleton.tsx';
import * as panelStyles from '../chat-panel.module.css';
import * as styles from './conversation-list.module.css';

const skeletonWidths = ['55%', '40%', '62%', '48%', '35%', '52%'];

/** Placeholder of the list while it is loading. */
export function ConversationListSkeleton() {
  return (
    <Loading label="Carregando conversas" className={styles.loading}>
      {skeletonWidths.map((width) => (
        <div key={width} className="row">
          <Skeleton width={48} height={48} />
          <div className="grow column gap2">
            <Skeleton width={width} height={16} />
            <Skeleton width="38%" height={13} />
          </div>
        </div>
      ))}
    </Loading>
  );
}

/** Text in place of the list while there are no conversations. */
export function EmptyConversationList() {
  return (
    <EmptyState
      art="chat"
      heading="h3"
      loose
      className={panelStyles.emptyState}
      title="Nenhuma conversa ainda"
      text="Abra o perfil ou um serviço de alguém e puxe assunto."
      action={
        <Button asLink to="/search/users">
          Encontrar pessoas
        </Button>
      }
    />
  );
}

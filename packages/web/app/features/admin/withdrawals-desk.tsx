import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { errorText } from '../../ui/toast.ts';
import { useDeskAddress, useQueue } from './queue.ts';
import { Rail } from './rail.tsx';
import { WithdrawalDetail } from './withdrawal-detail.tsx';

/** What stands in for a withdrawal while there is none to show. */
function Nothing({ list }: { list: ReturnType<typeof useQueue> }) {
  if (list.error && !list.data) {
    return (
      <ErrorState
        className="vazio-u"
        reason={errorText(list.error)}
        retrying={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    );
  }
  if (!list.data) {
    return (
      <Loading label="Carregando saque" className="col">
        <Skeleton width="14rem" height={48} />
        <Skeleton height="9rem" />
      </Loading>
    );
  }
  return (
    <EmptyState
      art="vendas"
      className="vazio-u"
      title="Nada por aqui"
      text="Os saques desta fila aparecem aqui."
    />
  );
}

/** The team's queue of withdrawals: the list at the left, the chosen one at the right. */
export function WithdrawalsDesk({ uid }: { uid: string }) {
  const address = useDeskAddress();
  const list = useQueue(address.queue.status);
  const items = list.data?.pages.flatMap(({ withdrawals }) => withdrawals);
  const chosen = items?.find(({ id }) => id === address.chosen) ?? items?.[0];
  return (
    <>
      <Rail address={address} list={list} items={items} chosen={chosen} />
      <div className="mod-d">
        {chosen ? (
          <WithdrawalDetail key={chosen.id} withdrawal={chosen} own={chosen.uid === uid} />
        ) : (
          <Nothing list={list} />
        )}
      </div>
    </>
  );
}

import { useCallback, useEffect, useState } from 'react';
import { RequireSession } from '../identity/index.ts';
import { EmptyPack, PackError, PackSkeleton } from './components/pack-states.tsx';
import { UnopenedPack } from './components/unopened-pack.tsx';
import type { PackSource } from './data/pack-source.ts';
import { usePack } from './data/use-pack.ts';
import { useMarkPackOpened, usePackOrder } from './data/use-pack-order.ts';
import { PackView } from './pack-view.tsx';

/** Title of the page before the pack is loaded, and the instruction to search engines not to index packs. */
export function packMeta() {
  return [{ title: 'Pacote · Guilda' }, { name: 'robots', content: 'noindex' }];
}

function useDocumentTitle(title: string | undefined) {
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · Guilda`;
  }, [title]);
}

function OpenedPack({ source, uid }: { source: PackSource; uid: string }) {
  const { data: pack, error, refetch, isFetching, fetchStatus } = usePack(source, uid);
  // Several pictures can fail at the same time; a request that is already running serves them all.
  const refetchPack = useCallback(async () => {
    const { data, isSuccess } = await refetch({ cancelRefetch: false });
    return isSuccess ? data : null;
  }, [refetch]);
  useDocumentTitle(pack?.service.title);
  const orderQuery = usePackOrder(source.paymentId);
  const purchase = orderQuery.data;
  const [opened, setOpened] = useState(false);
  const markOpened = useMarkPackOpened(source.paymentId);
  const open = () => {
    setOpened(true);
    markOpened();
  };
  const isOwn = source.paymentId === null;
  // When the order is refunded while its pack is open, the pack is closed; after a server error the pack stays open.
  const cannotOpen = error && (!pack || ('status' in error && Number(error.status) < 500));
  if (cannotOpen || (!pack && fetchStatus === 'paused')) {
    return (
      <PackError
        error={error}
        source={source}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (orderQuery.error && !purchase) {
    const retry = () => void orderQuery.refetch();
    return (
      <PackError
        error={orderQuery.error}
        source={source}
        retrying={orderQuery.isFetching}
        onRetry={retry}
      />
    );
  }
  if (!pack || (!isOwn && !purchase)) return <PackSkeleton />;
  if (pack.files.length === 0) return <EmptyPack isOwn={isOwn} serviceId={source.serviceId} />;
  if (purchase && !purchase.packOpened && !opened) {
    return <UnopenedPack pack={pack} purchase={purchase} onOpen={open} />;
  }
  return <PackView pack={pack} paymentId={source.paymentId} refetchPack={refetchPack} />;
}

interface PackPageProps {
  serviceId: string;
  /** Id of the order; empty for the pack of an own service. */
  paymentId?: string | undefined;
}

/** `/pack/{serviceId}` for the owner and `/pack/{paymentId}/{serviceId}` for the buyer (`docs/product/packs.md`). */
export function PackPage({ serviceId, paymentId = '' }: PackPageProps) {
  const source = { serviceId, paymentId: paymentId || null };
  return (
    <RequireSession fallback={<PackSkeleton />}>
      {(user) => <OpenedPack key={`${paymentId}/${serviceId}`} source={source} uid={user.uid} />}
    </RequireSession>
  );
}

import { useCallback, useEffect } from 'react';
import { RequireSession } from '../identity/index.ts';
import { usePack } from './data/use-pack.ts';
import type { PackSource } from './model/pack-source.ts';
import { PackView } from './pack-view.tsx';
import { EmptyPack, PackSkeleton, PackTrouble } from './parts/pack-states.tsx';

function useTitle(title: string | undefined) {
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · Guilda`;
  }, [title]);
}

function OpenedPack({ source, uid }: { source: PackSource; uid: string }) {
  const { data: pack, error, refetch, isFetching, fetchStatus } = usePack(source, uid);
  // Several pictures that fail at once ask together.
  const renew = useCallback(async () => {
    const { data, isSuccess } = await refetch({ cancelRefetch: false });
    return isSuccess ? data : null;
  }, [refetch]);
  useTitle(pack?.service.title);
  const own = source.paymentId === null;
  // A pack that was refunded while it was open closes; one that cannot be reached stays.
  const trouble = error && (!pack || ('status' in error && Number(error.status) < 500));
  if (trouble || (!pack && fetchStatus === 'paused')) {
    return (
      <PackTrouble error={error} own={own} retrying={isFetching} onRetry={() => void refetch()} />
    );
  }
  if (!pack) return <PackSkeleton />;
  if (pack.files.length === 0) return <EmptyPack own={own} serviceId={source.serviceId} />;
  return <PackView pack={pack} paymentId={source.paymentId} renew={renew} />;
}

interface PackPageProps {
  serviceId: string;
  /** Of the purchase; left out, the pack is that of an own service. */
  paymentId?: string | undefined;
}

/** `/pack/{serviceId}` for its owner, `/pack/{paymentId}/{serviceId}` for its buyer (`spec §2`). */
export function PackPage({ serviceId, paymentId = '' }: PackPageProps) {
  const source = { serviceId, paymentId: paymentId || null };
  return (
    <RequireSession fallback={<PackSkeleton />}>
      {(user) => <OpenedPack key={`${paymentId}/${serviceId}`} source={source} uid={user.uid} />}
    </RequireSession>
  );
}

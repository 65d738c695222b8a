import { limits } from '@guilda/contract/limits';
import { useEffect, useState } from 'react';
import type { CallView } from '../model/call-view.ts';

/** True for three seconds when a call is accepted on this page, once a call (`spec §9`). */
export function useCelebration(view: CallView): boolean {
  const [over, setOver] = useState<number | null>(null);
  const moment = view.status === 'accepted' && view.fresh ? view.acceptedAt : null;
  useEffect(() => {
    if (moment === null) return;
    const timer = setTimeout(() => setOver(moment), limits.confettiMs);
    return () => clearTimeout(timer);
  }, [moment]);
  return moment !== null && over !== moment;
}

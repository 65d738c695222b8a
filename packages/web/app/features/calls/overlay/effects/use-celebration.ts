import { useEffect, useState } from 'react';
import type { CallView } from '../../model/state/call-view.ts';
import { showCelebration } from './show-celebration.ts';

/** True for three seconds, once per call, after a call was accepted while this page showed it ringing. */
export function useCelebration(view: CallView): boolean {
  const [isShown, setShown] = useState(false);
  const acceptedAt = view.status === 'accepted' && view.justAccepted ? view.acceptedAt : null;
  useEffect(
    () => (acceptedAt === null ? undefined : showCelebration(document, acceptedAt, setShown)),
    [acceptedAt],
  );
  return isShown;
}

import { useEffect, useState } from 'react';
import type { CallView } from '../../model/state/call-view.ts';
import { showCelebration } from './show-celebration.ts';

/** True for three seconds after a call was accepted on this page, once per call. */
export function useCelebration(view: CallView): boolean {
  const [on, setOn] = useState(false);
  const moment = view.status === 'accepted' && view.fresh ? view.acceptedAt : null;
  useEffect(
    () => (moment === null ? undefined : showCelebration(document, moment, setOn)),
    [moment],
  );
  return on;
}

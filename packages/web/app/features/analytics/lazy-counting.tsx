import { useEffect } from 'react';
import { useConsent } from '../../lib/consent.ts';
import { forgetTracked } from '../../lib/track.ts';
import { useWhenIdle } from '../../lib/use-when-idle.ts';

const load = () => import('./counting.tsx').then(({ Counting }) => Counting);

/** Counting for visitors who agreed; others do not even fetch its code. */
export function LazyCounting() {
  const agreed = useConsent() === 'accepted';
  const Counting = useWhenIdle(load, agreed);
  useEffect(() => {
    if (!agreed) forgetTracked();
  }, [agreed]);
  return agreed && Counting ? <Counting /> : null;
}

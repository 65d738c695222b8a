import type { Payment } from '@guilda/contract/orders';
import type { ReactNode } from 'react';
import { shortMoment } from '../../../lib/moments.ts';
import { Timeline } from '../../../ui/timeline.tsx';
import { stepsOf } from '../model/steps.ts';

/** The diamonds of an order, with the time of each step as short as it is clear. */
export function OrderTimeline({ order }: { order: Payment }) {
  const now = new Date();
  const time = (at: string | null): ReactNode =>
    at ? <time dateTime={at}>{shortMoment(new Date(at), now)}</time> : <span aria-hidden>—</span>;
  const steps = stepsOf(order).map(({ at, ...step }) => ({ ...step, time: time(at) }));
  return <Timeline steps={steps} />;
}

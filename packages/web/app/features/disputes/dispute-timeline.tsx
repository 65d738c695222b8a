import type { Payment } from '@guilda/contract/orders';
import type { ReactNode } from 'react';
import { shortDateTimeText } from '../../lib/format/date-text.ts';
import { Timeline } from '../../ui/display/timeline.tsx';
import { type DisputeStep, disputeSteps } from './dispute-steps.ts';
import * as styles from './dispute-timeline.module.css';

/** When a step happened; `até` and the deadline while it is current. */
function stepTime({ at, state }: DisputeStep, now: Date): ReactNode {
  if (at === null) return <span aria-hidden>—</span>;
  const time = <time dateTime={at}>{shortDateTimeText(new Date(at), now)}</time>;
  return state === 'current' ? <>até {time}</> : time;
}

/** How far the dispute of an order has come: opened, answered, ended, with short times. */
export function DisputeTimeline({ order }: { order: Pick<Payment, 'dispute'> }) {
  const now = new Date();
  const steps = disputeSteps(order).map((step) => {
    const { label, state } = step;
    return { label, state, time: stepTime(step, now) };
  });
  return <Timeline steps={steps} className={styles.timeline} />;
}

import type { Payment } from '@guilda/contract/orders/orders';
import type { ReactNode } from 'react';
import { shortDateTimeText } from '../../lib/format/date-text.ts';
import { Timeline } from '../../ui/display/timeline.tsx';
import { type DisputeStep, disputeSteps } from './dispute-steps.ts';
import * as styles from './dispute-timeline.module.css';

/** Time of a step, or `até` with the deadline of the current step. */
function stepTime({ time, state }: DisputeStep, now: Date): ReactNode {
  if (time === null) return <span aria-hidden>—</span>;
  const element = <time dateTime={time}>{shortDateTimeText(new Date(time), now)}</time>;
  return state === 'current' ? <>até {element}</> : element;
}

/** Timeline of an order's dispute: opened, answered, ended, with short times. */
export function DisputeTimeline({ order }: { order: Pick<Payment, 'dispute'> }) {
  const now = new Date();
  const steps = disputeSteps(order).map((step) => {
    const { label, state } = step;
    return { label, state, time: stepTime(step, now) };
  });
  return <Timeline steps={steps} className={styles.timeline} />;
}

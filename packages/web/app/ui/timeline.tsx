import clsx from 'clsx';
import type { ReactNode } from 'react';

export interface TimelineStep {
  label: string;
  /** `done` is solid ink, `current` is limão, `future` is hollow. */
  state: 'done' | 'current' | 'future';
  /** When; an em dash stands for "not yet". */
  time?: ReactNode;
}

const marks = { done: 'ok', current: 'ag', future: '' };
const spoken = { done: 'feito', current: 'agora', future: 'ainda não' };

/** The steps of something under way, as diamonds on a line. */
export function Timeline({
  steps,
  className,
}: {
  steps: readonly TimelineStep[];
  className?: string | undefined;
}) {
  return (
    <ol className={clsx('trilho', className)}>
      {steps.map((step) => (
        <li
          key={step.label}
          className={marks[step.state] || undefined}
          aria-current={step.state === 'current' ? 'step' : undefined}
        >
          {step.label}
          <span className="sr">, {spoken[step.state]}</span>
          {step.time !== undefined && <span className="quando">{step.time}</span>}
        </li>
      ))}
    </ol>
  );
}

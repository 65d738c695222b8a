import clsx from 'clsx';
import type { ReactNode } from 'react';
import * as styles from './timeline.module.css';

export interface TimelineStep {
  label: string;
  /** State of the step: `done` is filled, `current` is highlighted, `future` is hollow. */
  state: 'done' | 'current' | 'future';
  /** When the step happened, or a text in its place, such as an em dash; without it only the label is shown. */
  time?: ReactNode;
}

const spokenStates = { done: 'feito', current: 'agora', future: 'ainda não' };

/** The steps of a process, drawn as diamonds on a line. */
export function Timeline({
  steps,
  className,
}: {
  steps: readonly TimelineStep[];
  className?: string | undefined;
}) {
  return (
    <ol className={clsx(styles.timeline, className)}>
      {steps.map((step) => (
        <li
          key={step.label}
          data-state={step.state}
          aria-current={step.state === 'current' ? 'step' : undefined}
        >
          {step.label}
          <span className="srOnly">, {spokenStates[step.state]}</span>
          {step.time !== undefined && <span className={styles.time}>{step.time}</span>}
        </li>
      ))}
    </ol>
  );
}

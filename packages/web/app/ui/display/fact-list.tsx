import clsx from 'clsx';
import type { ReactNode } from 'react';
import * as styles from './fact-list.module.css';

interface FactProps {
  name: ReactNode;
  /** Style of the value: `numeric` for numbers and codes, `userText` for text written by a person. */
  kind?: 'numeric' | 'userText' | undefined;
  children: ReactNode;
}

/** A row of a `FactList`: name and value. */
export function Fact({ name, kind, children }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={kind}>{children}</dd>
    </div>
  );
}

/** A list of names and values with a line between two rows. */
export function FactList({
  children,
  className,
}: {
  children: ReactNode;
  className?: string | undefined;
}) {
  return (
    <dl className={clsx(styles.list, className)} data-ui="facts">
      {children}
    </dl>
  );
}

/** The value of a `Fact` together with a button or link. */
export function FactWithAction({ role, children }: { role?: 'status'; children: ReactNode }) {
  return (
    <span className={styles.withAction} role={role}>
      {children}
    </span>
  );
}

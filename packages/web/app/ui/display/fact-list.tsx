import clsx from 'clsx';
import type { ReactNode } from 'react';
import * as styles from './fact-list.module.css';

interface FactProps {
  name: ReactNode;
  /** `numeric` for figures and codes, `userText` for text that a person wrote. */
  kind?: 'numeric' | 'userText' | undefined;
  children: ReactNode;
}

/** One row of a `FactList`. */
export function Fact({ name, kind, children }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={kind}>{children}</dd>
    </div>
  );
}

/** Names and values, a line between two rows. */
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

/** The value of a fact with a button or link beside it. */
export function FactWithAction({ role, children }: { role?: 'status'; children: ReactNode }) {
  return (
    <span className={styles.withAction} role={role}>
      {children}
    </span>
  );
}

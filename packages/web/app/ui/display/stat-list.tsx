import type { ReactNode } from 'react';
import * as styles from './stat-list.module.css';

interface StatProps {
  name: string;
  /** The value of the figure. */
  children: ReactNode;
  /** Small text beside the value. */
  note?: string | undefined;
  /** A sentence below the value that explains it. */
  explanation?: string | undefined;
}

/** A figure of a `StatList`: name, value and explanation. */
export function Stat({ name, children, note, explanation }: StatProps) {
  return (
    <div className={explanation ? styles.explained : undefined}>
      <dt>{name}</dt>
      <dd>
        <span className="numeric">{children}</span>
        {note && <span className={styles.note}>{note}</span>}
        {explanation && <span className={`${styles.explanation} pretty`}>{explanation}</span>}
      </dd>
    </div>
  );
}

/** A list of four figures on a dark background in both themes: side by side, on phones two per row. */
export function StatList({ children }: { children: ReactNode }) {
  return (
    <dl className={`${styles.list} onDark`} data-testid="stat-list">
      {children}
    </dl>
  );
}

/** Placeholder of a `StatList` whose four cells contain the given skeletons. */
export function StatListSkeleton({ gap, children }: { gap: 'gap1' | 'gap2'; children: ReactNode }) {
  return (
    <div className={`${styles.list} onDark`} aria-hidden="true">
      {['a', 'b', 'c', 'd'].map((key) => (
        <div key={key} className={`column ${gap}`}>
          {children}
        </div>
      ))}
    </div>
  );
}

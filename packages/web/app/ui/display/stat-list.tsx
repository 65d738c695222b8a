import type { ReactNode } from 'react';
import * as styles from './stat-list.module.css';

interface StatProps {
  name: string;
  /** The figure itself. */
  children: ReactNode;
  /** Small text beside the figure. */
  note?: string | undefined;
  /** One sentence below the figure that explains it. */
  explanation?: string | undefined;
}

/** One named figure of a `StatList`. */
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

/** Four named figures side by side on felt, in both themes; two by two on phones. */
export function StatList({ children }: { children: ReactNode }) {
  return (
    <dl className={`${styles.list} onDark`} data-testid="stat-list">
      {children}
    </dl>
  );
}

/** The silhouette of a `StatList` with four cells of the given skeletons. */
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

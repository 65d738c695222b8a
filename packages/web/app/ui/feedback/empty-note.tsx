import type { ReactNode } from 'react';
import * as styles from './empty-note.module.css';

/** A sentence in a dashed box, shown in place of a short list that is empty. */
export function EmptyNote({ size, children }: { size?: 'small' | undefined; children: ReactNode }) {
  return (
    <div className={styles.box}>
      <p className={size === 'small' ? 'textSm secondary pretty' : 'secondary pretty'}>
        {children}
      </p>
    </div>
  );
}

import clsx from 'clsx';
import type { ReactNode } from 'react';
import * as styles from './buy-panel.module.css';

/** Where the buy button would be: why there is none. */
export function BuyNote({ children }: { children: ReactNode }) {
  return <p className={clsx(styles.note, 'textSm secondary pretty')}>{children}</p>;
}

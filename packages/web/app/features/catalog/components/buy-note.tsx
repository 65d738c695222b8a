import clsx from 'clsx';
import type { ReactNode } from 'react';
import * as styles from './buy-panel.module.css';

/** The reason why a service cannot be bought, shown in place of the buy button. */
export function BuyNote({ children }: { children: ReactNode }) {
  return <p className={clsx(styles.note, 'textSm secondary pretty')}>{children}</p>;
}

import clsx from 'clsx';
import type { ReactNode } from 'react';
import * as styles from './tag.module.css';

export type TagTone = 'neutral' | 'live' | 'liveSoft' | 'accent' | 'warn' | 'danger' | 'outline';

interface TagProps {
  tone?: TagTone | undefined;
  /** A lucide icon element with the class `icon`. */
  icon?: ReactNode;
  /** Whether three moving bars are shown; only for something that is running now. */
  bars?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
}

const toneClasses: Record<TagTone, string> = {
  neutral: '',
  live: styles.live,
  liveSoft: styles.liveSoft,
  accent: styles.accent,
  warn: styles.warn,
  danger: styles.danger,
  outline: styles.outline,
};

/** A small label for a state or kind. */
export function Tag({ tone = 'neutral', icon, bars, className, children }: TagProps) {
  return (
    <span data-ui="tag" className={clsx(styles.tag, toneClasses[tone], className)}>
      {bars && (
        <span className={styles.bars} aria-hidden="true">
          <i />
          <i />
          <i />
        </span>
      )}
      {icon}
      {children}
    </span>
  );
}

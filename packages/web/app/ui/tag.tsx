import clsx from 'clsx';
import type { ReactNode } from 'react';

export type TagTone = 'neutral' | 'live' | 'liveSoft' | 'accent' | 'warn' | 'danger' | 'outline';

interface TagProps {
  tone?: TagTone | undefined;
  /** A lucide icon element with class `i`. */
  icon?: ReactNode;
  /** Three moving bars: only for what is happening now. */
  bars?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
}

const tones: Record<TagTone, string> = {
  neutral: '',
  live: 'viva',
  liveSoft: 'viva-s',
  accent: 'ac',
  warn: 'at',
  danger: 'pg',
  outline: 'vz',
};

/** A small label of state or kind. */
export function Tag({ tone = 'neutral', icon, bars, className, children }: TagProps) {
  return (
    <span className={clsx('tag', tones[tone], className)}>
      {bars && (
        <span className="barras" aria-hidden="true">
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

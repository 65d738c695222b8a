import clsx from 'clsx';
import type { ReactNode } from 'react';
import * as styles from './skeleton.module.css';

interface SkeletonProps {
  /** CSS lengths. */
  width?: string | number | undefined;
  height?: string | number | undefined;
  className?: string | undefined;
  /** Width to height, where the height follows from the width: `16 / 9`. */
  aspect?: string | undefined;
}

/** A grey shape where something will be. Put several inside a `Loading`. */
export function Skeleton({ width = '100%', height = '1rem', className, aspect }: SkeletonProps) {
  return (
    <div
      data-ui="skeleton"
      className={clsx(styles.shape, className)}
      style={{ width, height, aspectRatio: aspect }}
    />
  );
}

interface LoadingProps {
  /** Loading text for screen readers: `Carregando fichas`. */
  label: string;
  className?: string | undefined;
  children: ReactNode;
}

/** Holds skeletons: announced once, shown only after 200 ms so that quick answers do not flicker. */
export function Loading({ label, className, children }: LoadingProps) {
  return (
    <div role="status" aria-label={label} className={clsx(styles.loading, className)}>
      {children}
    </div>
  );
}

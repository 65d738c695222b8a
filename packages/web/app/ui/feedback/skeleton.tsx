import clsx from 'clsx';
import type { ReactNode } from 'react';
import * as styles from './skeleton.module.css';

interface SkeletonProps {
  /** Width as a CSS length or a number of px. */
  width?: string | number | undefined;
  height?: string | number | undefined;
  className?: string | undefined;
  /** Aspect ratio, such as `16 / 9`, when the height follows from the width. */
  aspect?: string | undefined;
}

/** A grey shape as a placeholder of content. Put several into one `Loading`. */
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
  /** Text for screen readers: `Carregando serviços`. */
  label: string;
  className?: string | undefined;
  children: ReactNode;
}

/**
 * Container of skeletons. It is announced once, and becomes visible after 200 ms, so that quick answers do not flicker.
 */
export function Loading({ label, className, children }: LoadingProps) {
  return (
    <div role="status" aria-label={label} className={clsx(styles.loading, className)}>
      {children}
    </div>
  );
}

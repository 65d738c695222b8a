import * as styles from './progress-bar.module.css';

interface ProgressBarProps {
  /** 0 to 1. */
  share: number;
  /** Accessible name; without one the bar is decoration beside a text that says the same. */
  label?: string | undefined;
}

/** How much of something is done, as a thin line. */
export function ProgressBar({ share, label }: ProgressBarProps) {
  const percent = Math.round(share * 100);
  if (label === undefined) {
    return (
      <div className={styles.bar} data-ui="progress" aria-hidden="true">
        <i style={{ width: `${share * 100}%` }} />
      </div>
    );
  }
  return (
    <div
      className={styles.bar}
      data-ui="progress"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <i style={{ width: `${share * 100}%` }} />
    </div>
  );
}

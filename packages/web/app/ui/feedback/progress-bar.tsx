import * as styles from './progress-bar.module.css';

interface ProgressBarProps {
  /** The completed share, from 0 to 1. */
  share: number;
  /**
   * Accessible name; without one, the bar is hidden from screen readers, because a text beside it shows the progress.
   */
  label?: string | undefined;
}

/** A thin line that shows the completed share of an operation. */
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

import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ReactNode } from 'react';
import * as styles from './disclosure.module.css';

interface DisclosureProps {
  /** Always visible, before the arrow that unfolds the content. */
  summary: ReactNode;
  summaryClassName?: string | undefined;
  /** Whether the content is unfolded at first. */
  open?: boolean | undefined;
  onToggle?: ((open: boolean) => void) | undefined;
  children: ReactNode;
}

/** Content that is hidden until the person presses its summary. */
export function Disclosure({
  summary,
  summaryClassName,
  open,
  onToggle,
  children,
}: DisclosureProps) {
  return (
    <details
      className={styles.disclosure}
      open={open}
      onToggle={onToggle && ((event) => onToggle(event.currentTarget.open))}
    >
      <summary className={summaryClassName}>
        {summary}
        <ChevronDown className="icon pushEnd" aria-hidden="true" />
      </summary>
      {children}
    </details>
  );
}

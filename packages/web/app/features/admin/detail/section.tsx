import clsx from 'clsx';
import { type ReactNode, useId } from 'react';
import * as styles from './detail.module.css';

interface SectionProps {
  title: ReactNode;
  /** Beside the title. */
  aside?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

/** A titled section of the item on screen. */
export function Section({ title, aside, className, children }: SectionProps) {
  const id = useId();
  return (
    <section className={clsx('panel plain column gap2', className)} aria-labelledby={id}>
      <div className={clsx(styles.panelHead, 'row spaceBetween')}>
        <h3 className="bold" id={id}>
          {title}
        </h3>
        {aside}
      </div>
      {children}
    </section>
  );
}

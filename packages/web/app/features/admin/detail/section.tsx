import clsx from 'clsx';
import { type ReactNode, useId } from 'react';
import * as styles from './detail.module.css';

interface DetailSectionProps {
  title: ReactNode;
  /** Content beside the title. */
  aside?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

/** A titled section of the item on screen. */
export function DetailSection({ title, aside, className, children }: DetailSectionProps) {
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

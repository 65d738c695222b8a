import clsx from 'clsx';
import { type ReactNode, useId } from 'react';

interface SectionProps {
  title: ReactNode;
  /** Beside the title. */
  aside?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

/** One sheet of what is open. */
export function Section({ title, aside, className, children }: SectionProps) {
  const id = useId();
  return (
    <section className={clsx('painel liso col g2', className)} aria-labelledby={id}>
      <div className="row between mod-sh">
        <h3 className="b" id={id}>
          {title}
        </h3>
        {aside}
      </div>
      {children}
    </section>
  );
}

import type { ReactNode } from 'react';

/** The page's content and the target of the skip link. Exactly one on every page. */
export function Main({
  className,
  children,
}: {
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <main id="conteudo" tabIndex={-1} className={className}>
      {children}
    </main>
  );
}

import type { ReactNode } from 'react';

/** The page's content and the target of the skip link. Exactly one on every page. */
export function Main({
  className,
  wide,
  children,
}: {
  className?: string | undefined;
  /** The page uses the whole width of the window; the top bar follows. */
  wide?: boolean | undefined;
  children: ReactNode;
}) {
  return (
    <main id="conteudo" tabIndex={-1} className={className} data-wide-page={wide || undefined}>
      {children}
    </main>
  );
}

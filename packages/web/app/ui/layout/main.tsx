import type { ReactNode } from 'react';

/** The page's main content and the target of the skip link. Every page needs exactly one. */
export function Main({
  className,
  wide,
  children,
}: {
  className?: string | undefined;
  /** Whether the page uses the full width of the window; the top bar then does too. */
  wide?: boolean | undefined;
  children: ReactNode;
}) {
  return (
    <main id="conteudo" tabIndex={-1} className={className} data-wide-page={wide || undefined}>
      {children}
    </main>
  );
}

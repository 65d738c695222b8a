import type { ReactNode } from 'react';
import { useSession } from '../../lib/session/session.ts';
import { buttonAttributes } from '../../ui/actions/button.tsx';
import { OfflineBar } from '../../ui/feedback/offline-bar.tsx';
import { BottomBar } from './bars/bottom-bar.tsx';
import { Footer } from './bars/footer.tsx';
import { PageAnnouncer, PageProgress } from './bars/progress.tsx';
import { skipLink } from './bars/skip-link.module.css';
import { TopBar } from './bars/top-bar.tsx';

interface ShellProps {
  /** Top bar buttons between the search and the avatar, for signed-in people. */
  actions?: ReactNode;
  /** Bottom bar entries before Vendas. */
  shortcuts?: ReactNode;
  /** Id of the element that the skip link leads to; the page's content by default. */
  content?: string | undefined;
  /** The page, with its own `Main`. */
  children: ReactNode;
}

/** The frame around every page but the login: bars and footer. */
export function Shell({ actions, shortcuts, content = 'conteudo', children }: ShellProps) {
  const user = useSession((state) => state.user);
  return (
    <>
      <a
        {...buttonAttributes({ variant: 'primary' }, `${skipLink} onDark`)}
        data-ui="skip-link"
        href={`#${content}`}
      >
        Pular para o conteúdo
      </a>
      <TopBar viewer={user} actions={actions} />
      <PageProgress />
      <OfflineBar />
      {children}
      <Footer />
      <BottomBar shortcuts={shortcuts} />
      <PageAnnouncer />
    </>
  );
}

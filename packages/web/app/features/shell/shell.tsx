import { type ReactNode, useEffect } from 'react';
import { useSession } from '../../lib/session.ts';
import { OfflineBar } from '../../ui/offline-bar.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { Footer } from './footer.tsx';
import { PageAnnouncer, PageProgress } from './progress.tsx';
import { TopBar } from './top-bar.tsx';

/** Keeps the session mark of the head script true while people sign in and out. */
function useSessionMark(ready: boolean, signedIn: boolean) {
  useEffect(() => {
    if (!ready) return;
    const { dataset } = document.documentElement;
    if (signedIn) dataset['session'] = 'in';
    else delete dataset['session'];
  }, [ready, signedIn]);
}

interface ShellProps {
  /** Top bar buttons between the search and the avatar, for signed-in people. */
  actions?: ReactNode;
  /** Bottom bar entries before Vendas. */
  shortcuts?: ReactNode;
  /** The page, with its own `Main`. */
  children: ReactNode;
}

/** The frame around every page but the login: bars and footer. */
export function Shell({ actions, shortcuts, children }: ShellProps) {
  const { user, ready } = useSession();
  useSessionMark(ready, user !== null);
  return (
    <>
      <a className="btn pri salto" href="#conteudo">
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

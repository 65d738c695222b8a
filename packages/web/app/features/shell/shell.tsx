import { type ReactNode, useEffect } from 'react';
import { OfflineBar } from '../../ui/offline-bar.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { Footer } from './footer.tsx';
import { LazyOverlays } from './lazy-overlays.tsx';
import { PageAnnouncer, PageProgress } from './progress.tsx';
import { followTheme } from './theme.ts';
import { TopBar } from './top-bar.tsx';
import type { Viewer } from './viewer.ts';

export interface ShellProps {
  /** The signed-in person; null for visitors and on the server. */
  viewer: Viewer | null;
  onLogout: () => void;
  /** Sends feedback to the team; rejects with what the server said. */
  onFeedback: (message: string) => Promise<void>;
  loginTo?: string | undefined;
  addServiceTo?: string | undefined;
  /** Top bar buttons between the search and the avatar (member only). */
  actions?: ReactNode;
  /** Bottom bar entries before Vendas. */
  extra?: ReactNode;
  /** The page, with its own `Main`. */
  children: ReactNode;
}

/** The frame around every page but the login: bars, footer, and what floats over the page. */
export function Shell(props: ShellProps) {
  const { viewer, onLogout, onFeedback, actions, extra, children } = props;
  const { loginTo = '/login', addServiceTo = '?novo=servico' } = props;
  useEffect(followTheme, []);
  return (
    <>
      <a className="btn pri salto" href="#conteudo">
        Pular para o conteúdo
      </a>
      <TopBar {...{ viewer, actions, loginTo, onLogout, onFeedback }} />
      <PageProgress />
      <OfflineBar />
      {children}
      <Footer />
      <BottomBar addServiceTo={addServiceTo} extra={extra} />
      <PageAnnouncer />
      <LazyOverlays />
    </>
  );
}

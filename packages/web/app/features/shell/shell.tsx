import type { ReactNode } from 'react';
import { useSession } from '../../lib/session/session.ts';
import { buttonAttributes } from '../../ui/actions/button.tsx';
import { InPageLink } from '../../ui/actions/in-page-link.tsx';
import { OfflineBar } from '../../ui/feedback/offline-bar.tsx';
import { BottomBar } from './bars/bottom-bar.tsx';
import { Footer } from './bars/footer.tsx';
import { PageAnnouncer, PageProgress } from './bars/progress.tsx';
import { skipLink } from './bars/skip-link.module.css';
import { TopBar } from './bars/top-bar.tsx';

interface ShellProps {
  /** Buttons in the top bar for signed-in people, between the search and the photo. */
  actions?: ReactNode;
  /** Links in the bottom bar before the link Vendas. */
  shortcuts?: ReactNode;
  /** Id of the element that the skip link focuses; the page's content by default. */
  content?: string | undefined;
  /** Whether something covers the page between the bars; the footer is then inert, as the page is. */
  covered?: boolean | undefined;
  /** The page, which renders its own `Main`. */
  children: ReactNode;
}

/** The layout around every page except the login: top bar, bottom bar and footer. */
export function Shell({ actions, shortcuts, content = 'conteudo', covered, children }: ShellProps) {
  const user = useSession((state) => state.user);
  return (
    <>
      <InPageLink
        {...buttonAttributes({ variant: 'primary' }, `${skipLink} onDark`)}
        data-ui="skip-link"
        targetId={content}
        replace
      >
        Pular para o conteúdo
      </InPageLink>
      <TopBar viewer={user} actions={actions} />
      <PageProgress />
      <OfflineBar />
      {children}
      <Footer inert={covered} />
      <BottomBar shortcuts={shortcuts} />
      <PageAnnouncer />
    </>
  );
}

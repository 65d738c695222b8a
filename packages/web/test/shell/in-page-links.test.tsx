import { act, screen, waitFor } from '@testing-library/react';
import type { ComponentType } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { Shell } from '../../app/features/shell/index.ts';
import * as helpRoute from '../../app/routes/help.tsx';
import * as termsRoute from '../../app/routes/terms.tsx';
import { CloseOnBack } from '../../app/ui/overlays/close-on-back.tsx';
import { serveApi } from '../fakes/api-handlers.ts';
import { testInstallation } from '../fixtures/installation.ts';
import { type RouteModule, renderRoutes } from '../fixtures/render-routes.tsx';

const closeMenu = vi.fn<() => void>();

const pageRules = {
  teamEmail: 'equipe@guilda.example',
  feePercent: 12,
  paymentMinutes: 30,
  startHours: 96,
  clearingHours: 48,
  clearingHoursConfirmed: 5,
  disputeAnswerHours: 36,
  payoutProfileRestHours: 7,
  company: testInstallation.company,
  accountAge: null,
};

function ShellPage() {
  return (
    <Shell>
      <main id="conteudo" tabIndex={-1}>
        Página
      </main>
    </Shell>
  );
}

/** The page with a menu above it, which is open all the time. */
function withMenu(routeModule: RouteModule): RouteModule {
  const Page = routeModule.default as ComponentType<object>;
  const PageAndMenu = (props: object) => (
    <>
      <Page {...props} />
      <CloseOnBack close={closeMenu} />
    </>
  );
  return { ...routeModule, default: PageAndMenu };
}

const routes = {
  '/ajuda/:topic?': withMenu(helpRoute),
  '/termos': withMenu(termsRoute),
  '/casca': withMenu({ default: ShellPage }),
};

beforeEach(() => closeMenu.mockClear());

it.each([
  ['/ajuda/dinheiro', 'Quanto a Guilda cobra?', 'taxa'],
  ['/termos', 'Prazos e reembolso', 'reembolso'],
  ['/casca', 'Pular para o conteúdo', 'conteudo'],
])(
  'a link of %s to a part of the page focuses it, and Back then closes a menu above the page',
  async (path, name, id) => {
    serveApi({ 'GET /api/house': () => pageRules });
    const { person, router } = renderRoutes(routes, { address: '/inicio' });
    for (const address of ['/inicio?aba=2', `${path}?aba=1`])
      await act(async () => router.navigate(address));

    await person.click(await screen.findByRole('link', { name }));
    await waitFor(() => expect(window.location.hash).toBe(`#${id}`));
    expect(window.location.search).toBe('?aba=1');

    await act(async () => router.navigate(-1));
    await waitFor(() => expect(closeMenu).toHaveBeenCalledOnce());
    await waitFor(() =>
      expect(window.location.pathname + window.location.hash).toBe(`${path}#${id}`),
    );
    expect(document.getElementById(id)).toHaveFocus();
  },
);

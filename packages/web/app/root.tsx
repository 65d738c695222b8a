import grenze from '@fontsource-variable/grenze-gotisch/files/grenze-gotisch-latin-wght-normal.woff2?url';
import icon from '@guilda/design/art/marca/icone.svg?inline';
import { type ReactNode, useEffect } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router';
import type { Route } from './+types/root';
import { LazyAnalyticsTracker } from './features/analytics/index.ts';
import { LazyConsentBanner } from './features/consent/index.ts';
import { bootScript, ErrorPage, followTheme, LazyOverlays } from './features/shell/index.ts';
import { CallsOfferedContext } from './lib/calls-offered.ts';
import { installationContext } from './lib/data/load-context.ts';
import { InstallationContext } from './lib/installation.ts';
import { runDeferredScripts } from './lib/loading/deferred-scripts.ts';
import { earlyPressScript, useRepeatEarlyPress } from './lib/loading/early-press.ts';
import { useNonce } from './lib/nonce.ts';
import { AppProviders } from './lib/providers.tsx';
import { registerWorkerWhenIdle } from './lib/push/service-worker.ts';
import './styles/index.css';

export const links: Route.LinksFunction = () => [
  // Preloads the font of the headings, which are the largest element in the first paint of most pages.
  { rel: 'preload', href: grenze, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  // The icon is inlined in each page, which saves the separate request that browsers would send for it.
  { rel: 'icon', href: icon, type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/art/marca/icone-toque.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
];

/** The HTML document around every page, including error pages. */
export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  useEffect(registerWorkerWhenIdle, []);
  return (
    // The script in the head sets attributes of theme and session before hydration, which React must not report as a
    // mismatch.
    <html lang="pt-BR" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        {/* The browser's own bar has the colour of the top bar, which is the same in both themes. */}
        <meta name="theme-color" content="#052218" />
        <script
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: constants of ours, which must run before paint
          dangerouslySetInnerHTML={{
            __html: `${bootScript};${earlyPressScript};${runDeferredScripts}`,
          }}
        />
        <Meta />
        <Links nonce={nonce} />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

/** Loads the settings of the installation that every page needs. */
export const loader = ({ context }: Route.LoaderArgs) => context.get(installationContext);

/** Never reloaded, because the settings are constant while the server runs. */
export const shouldRevalidate = () => false;

export default function App({ loaderData }: Route.ComponentProps) {
  useEffect(followTheme, []);
  useRepeatEarlyPress();
  return (
    <AppProviders>
      <InstallationContext value={loaderData}>
        <CallsOfferedContext value={loaderData.calls}>
          <LazyConsentBanner />
          <Outlet />
          <LazyOverlays />
          <LazyAnalyticsTracker />
        </CallsOfferedContext>
      </InstallationContext>
    </AppProviders>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}

import { setNonce } from 'get-nonce';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { NonceContext, pageNonce } from './lib/nonce.ts';
import { silence, tellCaught } from './lib/report-errors.ts';
import { loadWhenIdle } from './lib/when-idle.ts';

if (import.meta.env.PROD) silence();

const nonce = pageNonce();
// Dialogs lock the page's scroll with a style element of their own, which the policy must know.
if (nonce) setNonce(nonce);

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <NonceContext value={nonce}>
        <HydratedRouter />
      </NonceContext>
    </StrictMode>,
    // What a boundary caught React would write to the console, which is silent then.
    import.meta.env.PROD ? { onCaughtError: tellCaught } : {},
  );
});

// Not while developing: pages change with every key there.
if (import.meta.env.PROD)
  loadWhenIdle(
    () => import('./lib/worker.ts'),
    ({ keepWorker }) => {
      keepWorker();
      return () => undefined;
    },
  );

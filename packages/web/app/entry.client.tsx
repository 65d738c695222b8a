import { setNonce } from 'get-nonce';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { stopMarkingPresses } from './lib/loading/early-press.ts';
import { loadWhenIdle } from './lib/loading/when-idle.ts';
import { NonceContext, readPageNonce } from './lib/nonce.ts';
import { reportCaughtError, silenceConsole } from './lib/telemetry/report-errors.ts';

if (import.meta.env.PROD) silenceConsole();

const nonce = readPageNonce();
// Dialogs lock the page's scroll with a style element of their own, which the policy must know.
if (nonce) setNonce(nonce);

stopMarkingPresses();
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <NonceContext value={nonce}>
        <HydratedRouter />
      </NonceContext>
    </StrictMode>,
    // What a boundary caught React would write to the console, which is silent then.
    import.meta.env.PROD ? { onCaughtError: reportCaughtError } : {},
  );
});

// Production only: during development pages change all the time.
if (import.meta.env.PROD)
  loadWhenIdle(
    () => import('./lib/push/service-worker.ts'),
    ({ tryRegisterWorker }) => {
      tryRegisterWorker();
      return () => undefined;
    },
  );

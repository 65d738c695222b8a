import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { stopMarkingPresses } from './lib/loading/early-press.ts';
import { loadWhenIdle } from './lib/loading/when-idle.ts';
import { reportCaughtError, silenceConsole } from './lib/telemetry/report-errors.ts';

if (import.meta.env.PROD) silenceConsole();

stopMarkingPresses();
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
    // By default React logs the errors that a boundary catches. In production `silenceConsole` turns the console off,
    // so these errors are reported to the server instead.
    import.meta.env.PROD ? { onCaughtError: reportCaughtError } : {},
  );
});

// In development no service worker is registered, because it would serve outdated files.
if (import.meta.env.PROD)
  loadWhenIdle(
    () => import('./lib/push/service-worker.ts'),
    ({ tryRegisterWorker }) => {
      tryRegisterWorker();
      return () => undefined;
    },
  );

import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { stopMarkingPresses } from './lib/loading/early-press.ts';
import { reportCaughtError, silenceConsole } from './lib/telemetry/report-errors.ts';

if (import.meta.env.PROD) silenceConsole();

function hydratePage(): void {
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
}

// In the build, this module is in the same JavaScript file as the npm packages, which runs before the files of the
// page's routes. The timer fires after the routes' files have run, when React Router knows the routes.
setTimeout(hydratePage);

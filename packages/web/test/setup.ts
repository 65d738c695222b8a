import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest';
import { pageReload } from '../app/lib/navigation/page-reload.ts';
import { useConfirmationRequest } from '../app/lib/session/confirmation.ts';
import { useSession } from '../app/lib/session/session.ts';
import { dismissToast } from '../app/ui/feedback/toast.ts';
import { resetApi } from './fakes/api-handlers.ts';
import { installApi } from './fakes/fake-api.ts';
import { installBrowser, setViewportWidth } from './fakes/fake-browser-apis.ts';
import { disposePage } from './fixtures/render-page.tsx';

// The default timeout of one second is too short on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

const consoleErrors: string[] = [];

beforeEach(() => {
  installBrowser();
  installApi();
  setViewportWidth(1440);
  consoleErrors.length = 0;
  vi.spyOn(pageReload, 'run').mockReturnValue();
  vi.spyOn(console, 'error').mockImplementation((...args) => {
    consoleErrors.push(args.map(String).join(' '));
  });
});

afterEach(() => {
  cleanup();
  disposePage();
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
  useSession.setState({ user: null, ready: false, signingOut: false });
  useConfirmationRequest.setState({ request: null });
  dismissToast();
  const unexpectedRequests = resetApi();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  expect(unexpectedRequests, 'requests without a handler').toEqual([]);
  expect(consoleErrors, 'console errors').toEqual([]);
});

// Waits for code that the page preloads, because loading must not continue after the test file's jsdom was removed.
afterAll(() => vi.dynamicImportSettled());

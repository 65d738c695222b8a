import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { LaunchOptions } from '@playwright/test';

/** Names of complete Chromium programs of Debian, Ubuntu and Google in the search path. */
const browserCommands = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** Paths of Chromium outside the search path. */
const otherBrowserPaths = [
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Options that prevent the browser from making requests of its own. */
const quietNetwork = [
  '--disable-background-networking',
  '--disable-client-side-phishing-detection',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-features=MediaRouter,OptimizationHints,Translate,AutofillServerCommunication',
  '--disable-sync',
  '--metrics-recording-only',
  '--no-first-run',
  '--no-pings',
];

/** Options for short-lived pages, for which optimising code or painting in a separate process is not worth its time. */
const quickStart = ['--js-flags=--no-opt --no-maglev', '--disable-gpu'];

const findInPath = (name: string): readonly string[] =>
  (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name));

/** Path of the complete Chromium in `CHROMIUM_PATH` or on the system, if there is one. */
export const systemChromium = (): string | undefined =>
  process.env['CHROMIUM_PATH'] ||
  [...browserCommands.flatMap(findInPath), ...otherBrowserPaths].find((path) => existsSync(path));

/** Path of the headless shell, a Chromium without windows, which shortens the flows by a third. */
const systemShell = (): string | undefined =>
  findInPath('chromium-headless-shell').find((path) => existsSync(path));

function launchOptions(executablePath: string | undefined): LaunchOptions {
  return {
    ...(executablePath ? { executablePath } : {}),
    chromiumSandbox: false,
    // Without a locale, as in a bare shell, Chromium cannot handle file names with accents.
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
    args: [...quietNetwork, ...quickStart],
  };
}

/** Options for the fastest Chromium: `CHROMIUM_PATH`, the system's, or Playwright's own. */
export const headlessShellOptions = () =>
  launchOptions(process.env['CHROMIUM_PATH'] || systemShell() || systemChromium());

/** Options for a complete browser, for features that the headless shell lacks, such as notifications. */
export const fullBrowserOptions = (): LaunchOptions => {
  const path = systemChromium();
  return { ...launchOptions(path), ...(path ? {} : { channel: 'chromium' }) };
};

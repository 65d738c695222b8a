import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { LaunchOptions } from '@playwright/test';

/** Programs of Debian, Ubuntu and Google that are a whole Chromium, where the search path finds them. */
const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** Where it is installed without being in the search path. */
const elsewhere = [
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Keeps the browser from calling anyone of its own accord. */
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

/** Pages live for seconds here: making their code faster, or painting by a process apart, never pays. */
const quickStart = ['--js-flags=--no-opt --no-maglev', '--disable-gpu'];

const inPath = (name: string): readonly string[] =>
  (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name));

/** The whole Chromium of `CHROMIUM_PATH` or of the system, if there is one. */
export const systemChromium = (): string | undefined =>
  process.env['CHROMIUM_PATH'] ||
  [...names.flatMap(inPath), ...elsewhere].find((path) => existsSync(path));

/** The headless shell, Chromium without windows: flows take two thirds of the time in it. */
const systemShell = (): string | undefined =>
  inPath('chromium-headless-shell').find((path) => existsSync(path));

function launchOptions(executablePath: string | undefined): LaunchOptions {
  return {
    ...(executablePath ? { executablePath } : {}),
    chromiumSandbox: false,
    // Without a locale, as in a bare shell, Chromium gives no file a name with accents.
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
    args: [...quietNetwork, ...quickStart],
  };
}

/** The quickest Chromium: `CHROMIUM_PATH`, the system's, or else Playwright's own. */
export const headlessShellOptions = () =>
  launchOptions(process.env['CHROMIUM_PATH'] || systemShell() || systemChromium());

/** One with everything a browser has, where the shell lacks something, such as notices. */
export const fullBrowserOptions = (): LaunchOptions => {
  const path = systemChromium();
  return { ...launchOptions(path), ...(path ? {} : { channel: 'chromium' }) };
};

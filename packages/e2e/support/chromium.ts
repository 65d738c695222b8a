import { existsSync } from 'node:fs';
import type { LaunchOptions } from '@playwright/test';

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Keeps the browser from calling anybody of its own accord. */
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
const quickStart = ['--js-flags=--no-opt', '--disable-gpu'];

// Chromium without all that a window needs: journeys take two thirds of the time in it.
const shells = ['/usr/bin/chromium-headless-shell', ...places];

const found = (paths: readonly string[]) =>
  process.env['CHROMIUM_PATH'] || paths.find((path) => existsSync(path));

function launchOptions(executablePath: string | undefined): LaunchOptions {
  return {
    ...(executablePath ? { executablePath } : {}),
    chromiumSandbox: false,
    // Without a locale, as in a bare shell, Chromium gives no file a name with accents.
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
    args: [...quietNetwork, ...quickStart],
  };
}

/** The system's Chromium, or `CHROMIUM_PATH`; without either the choice is Playwright's. */
export const inShell = () => launchOptions(found(shells));

/** The same with everything a browser has, where the shell lacks something, such as notices. */
export const inWholeBrowser = () => launchOptions(found(places));

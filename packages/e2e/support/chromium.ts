import { existsSync } from 'node:fs';

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

/** The system's Chromium, or `CHROMIUM_PATH`; undefined leaves the choice to Playwright. */
export const chromiumPath = process.env['CHROMIUM_PATH'] || places.find((path) => existsSync(path));

/** Keeps the browser from calling anybody of its own accord. */
export const quietNetwork = [
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

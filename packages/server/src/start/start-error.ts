/** Something a person can put right, told in one message without a stack. */
export class StartError extends Error {}

/**
 * How a person starts this program again with other settings, such as `PORT=3001 npm start`; without npm the
 * settings alone.
 */
export function againWith(settings: string): string {
  const script = process.env['npm_lifecycle_event'];
  if (!script) return settings;
  return `${settings} ${script === 'start' ? 'npm start' : `npm run ${script}`}`;
}

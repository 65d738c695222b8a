/** An error that the operator can fix; printed as one message without a stack. */
export class StartError extends Error {}

/**
 * The command that starts the program again with other settings, such as `PORT=3001 npm start`; only the settings when
 * the program was not started by npm.
 */
export function startAgainCommand(settings: string): string {
  const script = process.env['npm_lifecycle_event'];
  if (!script) return settings;
  return `${settings} ${script === 'start' ? 'npm start' : `npm run ${script}`}`;
}

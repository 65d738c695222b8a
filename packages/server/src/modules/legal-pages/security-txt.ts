import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../ports/clock.ts';

/** Days from now until the `Expires` date of the file; RFC 9116 recommends less than a year. */
const VALIDITY_DAYS = 180;

const DAY_MS = 86_400_000;

interface SecurityTxtDeps {
  readonly clock: Clock;
  readonly publicUrl: string;
  readonly config: { readonly teamEmail: string };
}

function securityTxtContent({ clock, publicUrl, config }: SecurityTxtDeps): string {
  const today = Math.floor(clock.now().getTime() / DAY_MS);
  const expiresAt = new Date((today + VALIDITY_DAYS) * DAY_MS);
  return [
    `Contact: mailto:${config.teamEmail}`,
    `Expires: ${expiresAt.toISOString()}`,
    'Preferred-Languages: pt, en',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    '',
  ].join('\n');
}

/** Serves `GET /.well-known/security.txt`, which says where to report vulnerabilities (RFC 9116). */
export function mountSecurityTxt(app: FastifyInstance, deps: SecurityTxtDeps): void {
  app.get('/.well-known/security.txt', async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(securityTxtContent(deps)),
  );
}

import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { discordSandboxPath } from '../../sandbox-identity.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import type { OfferedAccount } from './consent-page.ts';
import { consentRoutes } from './consent-routes.ts';
import { controlRoutes } from './control-routes.ts';

export interface PagesDeps {
  readonly context: SandboxContext;
  /** Path of the sandboxes' style sheets and fonts. */
  readonly assetsPath: string;
  readonly publicUrl: () => string;
  readonly offeredAccounts: readonly OfferedAccount[];
}

/** Maximum size of a form in bytes; the pages' forms contain only a name and a few choices. */
const MAX_FORM_BYTES = 4096;

/** Mounts the sandbox's pages for people. */
export async function mountDiscordPages(app: FastifyInstance, deps: PagesDeps): Promise<void> {
  const { context, assetsPath, publicUrl, offeredAccounts } = deps;
  const pageLinks = () => ({ assetsPath, homeUrl: `${publicUrl()}/` });
  const css = await readFile(new URL('discord.css', import.meta.url));
  app.get(`${discordSandboxPath}/assets/discord.css`, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=3600').send(css),
  );
  await app.register(async (formScope) => {
    formScope.removeAllContentTypeParsers();
    const options = { parseAs: 'string', bodyLimit: MAX_FORM_BYTES } as const;
    const formType = 'application/x-www-form-urlencoded';
    formScope.addContentTypeParser<string>(formType, options, (_request, body, done) =>
      done(null, new URLSearchParams(body)),
    );
    formScope.addHook('preValidation', async (request) => {
      request.body ??= new URLSearchParams();
    });
    await formScope.register(consentRoutes, { context, pageLinks, offeredAccounts });
    await formScope.register(controlRoutes, { context, pageLinks });
  });
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { discordAuthorizePath } from '../../sandbox-identity.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { deriveAccountId } from '../store/accounts.ts';
import {
  type OfferedAccount,
  renderConsentPage,
  renderForeignRequestPage,
} from './consent-page.ts';
import { type AuthorizeRequest, buildReturnUrl, parseAuthorizeRequest } from './consent-request.ts';
import { type PageLinks, sendPage } from './layout.ts';

export interface ConsentDeps {
  readonly context: SandboxContext;
  readonly pageLinks: () => PageLinks;
  readonly offeredAccounts: readonly OfferedAccount[];
}

/** Routes of the consent page, which is OAuth2's authorization endpoint. */
export async function consentRoutes(app: FastifyInstance, deps: ConsentDeps): Promise<void> {
  app.get(discordAuthorizePath, async (request, reply) => {
    const validRequest = requireValidRequest(deps, request, reply);
    return validRequest ? sendConsentPage(deps, request, reply, null) : reply;
  });

  app.post(discordAuthorizePath, async (request, reply) => {
    const validRequest = requireValidRequest(deps, request, reply);
    if (!validRequest) return reply;
    const form = request.body as URLSearchParams;
    const { redirectUri, state } = validRequest;
    if (form.get('resposta') !== 'autorizar') {
      const denial = { error: 'access_denied', error_description: 'The person refused.' };
      return reply.redirect(buildReturnUrl(redirectUri, state, denial), 303);
    }
    const account = await findConsentingAccount(deps, form);
    if (!account)
      return sendConsentPage(
        deps,
        request,
        reply,
        'Escolha uma conta ou digite um nome de 2 a 32 letras.',
      );
    return grantConsent(deps, reply, validRequest, account);
  });
}

/**
 * Returns the request if it is valid; otherwise answers with an error, to the application or to the person, and returns
 * null.
 */
function requireValidRequest(
  { context, pageLinks }: ConsentDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): AuthorizeRequest | null {
  const redirectUri = context.redirectUri();
  const parsed = parseAuthorizeRequest(request.query, {
    clientId: context.identity.clientId,
    redirectUri,
  });
  if (parsed.kind === 'valid') return parsed.request;
  if (parsed.kind === 'foreign') sendPage(reply.code(400), renderForeignRequestPage(pageLinks()));
  else reply.redirect(buildReturnUrl(redirectUri, parsed.state, { error: parsed.error }), 303);
  return null;
}

function sendConsentPage(
  { context, pageLinks, offeredAccounts }: ConsentDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  problem: string | null,
) {
  const page = renderConsentPage({
    ...pageLinks(),
    action: request.url,
    offeredAccounts,
    problem,
  });
  const { origin } = new URL(context.redirectUri());
  return sendPage(reply.code(problem === null ? 200 : 422), page, origin);
}

/** Finds the account that consents: a typed name has precedence over a chosen or offered account. */
async function findConsentingAccount(
  { offeredAccounts, context }: ConsentDeps,
  form: URLSearchParams,
) {
  const username = form.get('nome')?.trim() ?? '';
  if (username.length >= 2 && username.length <= 32) {
    return { discordId: deriveAccountId(username), username };
  }
  if (username !== '') return null;
  const chosenId = form.get('conta') ?? '';
  const storedAccount = await context.accounts.byId(chosenId);
  if (storedAccount) return { discordId: storedAccount.id, username: storedAccount.username };
  return offeredAccounts.find(({ discordId }) => discordId === chosenId) ?? null;
}

async function grantConsent(
  { context }: ConsentDeps,
  reply: FastifyReply,
  { redirectUri, scope, state, challenge }: AuthorizeRequest,
  { discordId, username }: Pick<OfferedAccount, 'discordId' | 'username'>,
) {
  await context.accounts.setName(discordId, username);
  const code = await context.grants.issueCode({ discordId, redirectUri, scope, challenge });
  return reply.redirect(buildReturnUrl(redirectUri, state, { code }), 303);
}

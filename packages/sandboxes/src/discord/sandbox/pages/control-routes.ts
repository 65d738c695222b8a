import { ChannelType } from 'discord-api-types/v10';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { discordSandboxPath } from '../../sandbox-identity.ts';
import { canConnect } from '../guild.ts';
import { findChannel, listChannels, type SandboxContext } from '../sandbox-context.ts';
import { deriveAccountId } from '../store/accounts.ts';
import { MAX_SHOWN_ACCOUNTS, renderControlPage } from './control-page.ts';
import { type PageLinks, sendPage } from './layout.ts';

export interface ControlDeps {
  readonly context: SandboxContext;
  readonly pageLinks: () => PageLinks;
}

const locationForm = z.object({ conta: z.string().regex(/^\d{1,20}$/), lugar: z.string().max(20) });
const newAccountForm = z.object({ nome: z.string().trim().min(2).max(32) });
const failureForm = z.object({
  status: z.coerce.number().int().min(400).max(599),
  vezes: z.coerce.number().int().min(1).max(1_000),
});

/** Routes of the control page and its buttons. */
export async function controlRoutes(app: FastifyInstance, deps: ControlDeps): Promise<void> {
  const { context } = deps;
  const redirectToPanel = (reply: FastifyReply) => reply.redirect(discordSandboxPath, 303);
  const parseForm = <T>(schema: z.ZodType<T>, body: unknown) =>
    schema.safeParse(Object.fromEntries(body as URLSearchParams)).data;

  app.get(discordSandboxPath, async (_request, reply) => sendControlPage(deps, reply, null));

  app.post(`${discordSandboxPath}/places`, async ({ body }, reply) => {
    const input = parseForm(locationForm, body);
    const wasMoved = input ? await moveAccount(context, input.conta, input.lugar) : false;
    return wasMoved
      ? redirectToPanel(reply)
      : sendControlPage(deps, reply, 'Esta sala já não existe ou é de outras pessoas.');
  });

  app.post(`${discordSandboxPath}/accounts`, async ({ body }, reply) => {
    const input = parseForm(newAccountForm, body);
    if (!input) return sendControlPage(deps, reply, 'O nome tem de 2 a 32 letras.');
    await context.accounts.setName(deriveAccountId(input.nome), input.nome);
    return redirectToPanel(reply);
  });

  app.post(`${discordSandboxPath}/failures`, async ({ body }, reply) => {
    const isRepair = (body as URLSearchParams).has('consertar');
    const input = parseForm(failureForm, body);
    if (!input && !isRepair) return sendControlPage(deps, reply, 'Diga de 1 a 1000 vezes.');
    const { status = 500, vezes = 0 } = input ?? {};
    await context.failures.set({ status, times: isRepair ? 0 : vezes, code: null, path: null });
    return redirectToPanel(reply);
  });
}

/**
 * Moves an account to a location, as the form of the control page names it: `fora`, `servidor` or the id of a voice
 * channel. False when the channel does not exist or is closed to the account.
 */
async function moveAccount(
  context: SandboxContext,
  accountId: string,
  locationName: string,
): Promise<boolean> {
  if (locationName === 'fora' || locationName === 'servidor') {
    await context.accounts.place(accountId, {
      isMember: locationName === 'servidor',
      isInVoice: false,
    });
    return true;
  }
  const channel = (await findChannel(context, locationName))?.channel;
  if (channel?.type !== ChannelType.GuildVoice || !canConnect(context.guild, channel, accountId))
    return false;
  await context.accounts.place(accountId, {
    isMember: true,
    isInVoice: true,
    channelId: channel.id,
  });
  return true;
}

async function sendControlPage(
  { context, pageLinks }: ControlDeps,
  reply: FastifyReply,
  problem: string | null,
) {
  const page = renderControlPage({
    ...pageLinks(),
    guild: context.guild,
    accounts: await context.accounts.listNewest(MAX_SHOWN_ACCOUNTS),
    channels: await listChannels(context),
    accountsInVoice: await context.accounts.listInVoice(),
    failure: await context.failures.readPending(),
    problem,
  });
  return sendPage(reply.code(problem === null ? 200 : 422), page);
}

import { ChannelType, Routes } from 'discord-api-types/v10';
import type { z } from 'zod';
import { type Finding, found, missing } from '../../platform/findings.ts';
import type { Result } from '../../platform/result.ts';
import { basicOf } from './discord-accounts.ts';
import {
  type Address,
  createDiscordApi,
  type DiscordApi,
  type DiscordRequest,
  type DiscordSetup,
} from './discord-api.ts';
import type { DiscordFailure } from './failures.ts';
import {
  applicationFindings,
  roomFindings,
  secretFinding,
  serverMissing,
  silence,
} from './findings.ts';
import { type BotMembership, permissionsIn, permissionsOf } from './permissions.ts';
import {
  account,
  anything,
  application,
  channels,
  member,
  server,
  tokenResponse,
} from './response-schemas.ts';

export interface DiagnoseOptions {
  readonly config: DiscordSetup;
  /** Where people come back to from Discord. */
  readonly redirectUri: string;
  readonly apiBase?: Address | undefined;
  /** Milliseconds for each question. */
  readonly deadlineMs?: number | undefined;
}

/** Failures after which nothing can be diagnosed. */
const unanswered: readonly DiscordFailure[] = [
  'server_error',
  'timed_out',
  'unreachable',
  'rate_limited',
  'unintelligible',
];

const quiet = { warn: () => undefined, error: () => undefined };

/** Asks as the bot, with a deadline for each question. */
function createQuestions({ config, apiBase, deadlineMs = 8_000 }: DiagnoseOptions) {
  const api: DiscordApi = createDiscordApi({ apiBase, log: quiet });
  const ask = <T>(request: Omit<DiscordRequest<T>, 'signal'>) =>
    api({ ...request, signal: AbortSignal.timeout(deadlineMs) });
  const get = <T>(path: `/${string}`, shape: z.ZodType<T>) =>
    ask({ method: 'GET', path, shape, authorization: `Bot ${config.botToken}` });
  const post = <T>(path: `/${string}`, shape: z.ZodType<T>, form: Record<string, string>) =>
    ask({
      ...{ method: 'POST', path, shape, authorization: basicOf(config) },
      body: new URLSearchParams(form),
    });
  return { get, post };
}

type Questions = ReturnType<typeof createQuestions>;

/** Whether the secret is right: by a token that it buys, which is given back at once. */
async function trySecret({ post }: Questions): Promise<Result<unknown, DiscordFailure>> {
  const form = { grant_type: 'client_credentials', scope: 'identify' };
  const bought = await post(Routes.oauth2TokenExchange(), tokenResponse, form);
  if (!bought.ok) return bought;
  await post(Routes.oauth2TokenRevocation(), anything, { token: bought.value.access_token });
  return bought;
}

async function examineServer(
  { get }: Questions,
  { config }: DiagnoseOptions,
  botId: string,
): Promise<readonly Finding[]> {
  const { guildId, categoryId } = config;
  const about = await get(Routes.guild(guildId), server);
  if (!about.ok) {
    return [unanswered.includes(about.code) ? silence(about.code) : serverMissing(config)];
  }
  const own = await get(Routes.guildMember(guildId, botId), member);
  const all = await get(Routes.guildChannels(guildId), channels);
  if (!own.ok) return [silence(own.code)];
  if (!all.ok) return [silence(all.code)];
  const bot: BotMembership = { id: botId, guildId, member: own.value, server: about.value };
  const category = all.value.find(
    ({ id, type }) => id === categoryId && type === ChannelType.GuildCategory,
  );
  return [
    found('O bot está no servidor.'),
    ...roomFindings({
      ...{ granted: permissionsOf(bot), channels: all.value.length, categoryId },
      category: category && {
        granted: permissionsIn(bot, category),
        channels: all.value.filter((each) => each.parent_id === categoryId).length,
      },
    }),
  ];
}

/**
 * Looks at everything that calls need at Discord, and says of each whether it is there. Changes
 * nothing; no secret is in what it says.
 */
export async function diagnoseDiscord(options: DiagnoseOptions): Promise<readonly Finding[]> {
  const questions = createQuestions(options);
  const { config, redirectUri } = options;
  const me = await questions.get(Routes.user(), account);
  if (!me.ok && unanswered.includes(me.code)) return [silence(me.code)];
  const secret = secretFinding(await trySecret(questions));
  if (!me.ok) {
    const todo =
      'Copie o token em discord.com/developers/applications → seu aplicativo → Bot → "Redefinir token", e ponha-o em DISCORD_BOT_TOKEN.';
    return [missing('O Discord não aceita o token do bot.', todo), secret];
  }
  const own = await questions.get(Routes.currentApplication(), application);
  return [
    found('O Discord aceita o token do bot.'),
    ...(own.ok ? applicationFindings(own.value, config, redirectUri) : [silence(own.code)]),
    secret,
    ...(await examineServer(questions, options, me.value.id)),
  ];
}

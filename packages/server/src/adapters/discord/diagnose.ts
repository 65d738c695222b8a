import { ChannelType, Routes } from 'discord-api-types/v10';
import type { z } from 'zod';
import { type Finding, failedFinding, passedFinding } from '../../platform/findings.ts';
import type { Result } from '../../platform/result.ts';
import { basicAuthorization } from './discord-accounts.ts';
import {
  createDiscordApi,
  type DiscordApi,
  type DiscordRequest,
  type DiscordSetup,
  type UrlSource,
} from './discord-api.ts';
import type { DiscordFailure } from './failures.ts';
import {
  applicationFindings,
  missingServerFinding,
  roomFindings,
  secretFinding,
  unansweredFinding,
} from './findings.ts';
import { type BotMembership, channelPermissionsOf, serverPermissionsOf } from './permissions.ts';
import {
  account,
  anyBody,
  application,
  channels,
  member,
  server,
  tokenResponse,
} from './response-schemas.ts';

export interface DiagnoseOptions {
  readonly config: DiscordSetup;
  /** URL to which Discord's consent page redirects people. */
  readonly redirectUri: string;
  readonly apiBase?: UrlSource | undefined;
  /** Timeout of each request to Discord, in ms; default 8,000. */
  readonly deadlineMs?: number | undefined;
}

/** Failures after which the diagnosis cannot continue. */
const abortingFailures: readonly DiscordFailure[] = [
  'server_error',
  'timed_out',
  'unreachable',
  'rate_limited',
  'unintelligible',
];

const silentLog = { warn: () => undefined, error: () => undefined };

/** Creates functions for requests to Discord, each with a timeout: `get` as the bot, `post` as the application. */
function createBotRequests({ config, apiBase, deadlineMs = 8_000 }: DiagnoseOptions) {
  const api: DiscordApi = createDiscordApi({ apiBase, log: silentLog });
  const callDiscord = <T>(request: Omit<DiscordRequest<T>, 'signal'>) =>
    api({ ...request, signal: AbortSignal.timeout(deadlineMs) });
  const getFromDiscord = <T>(path: `/${string}`, responseSchema: z.ZodType<T>) =>
    callDiscord({ method: 'GET', path, responseSchema, authorization: `Bot ${config.botToken}` });
  const post = <T>(
    path: `/${string}`,
    responseSchema: z.ZodType<T>,
    form: Record<string, string>,
  ) =>
    callDiscord({
      ...{ method: 'POST', path, responseSchema, authorization: basicAuthorization(config) },
      body: new URLSearchParams(form),
    });
  return { get: getFromDiscord, post };
}

type BotRequests = ReturnType<typeof createBotRequests>;

/** Checks the client secret by requesting a token with it; the token is revoked at once. */
async function checkClientSecret({ post }: BotRequests): Promise<Result<unknown, DiscordFailure>> {
  const form = { grant_type: 'client_credentials', scope: 'identify' };
  const tokenAnswer = await post(Routes.oauth2TokenExchange(), tokenResponse, form);
  if (!tokenAnswer.ok) return tokenAnswer;
  await post(Routes.oauth2TokenRevocation(), anyBody, { token: tokenAnswer.value.access_token });
  return tokenAnswer;
}

async function examineServer(
  { get }: BotRequests,
  { config }: DiagnoseOptions,
  botId: string,
): Promise<readonly Finding[]> {
  const { guildId, categoryId } = config;
  const guildAnswer = await get(Routes.guild(guildId), server);
  if (!guildAnswer.ok) {
    return [
      abortingFailures.includes(guildAnswer.code)
        ? unansweredFinding(guildAnswer.code)
        : missingServerFinding(config),
    ];
  }
  const ownMember = await get(Routes.guildMember(guildId, botId), member);
  const channelsAnswer = await get(Routes.guildChannels(guildId), channels);
  if (!ownMember.ok) return [unansweredFinding(ownMember.code)];
  if (!channelsAnswer.ok) return [unansweredFinding(channelsAnswer.code)];
  const bot: BotMembership = {
    id: botId,
    guildId,
    member: ownMember.value,
    server: guildAnswer.value,
  };
  const category = channelsAnswer.value.find(
    ({ id, type }) => id === categoryId && type === ChannelType.GuildCategory,
  );
  return [
    passedFinding('O bot está no servidor.'),
    ...roomFindings({
      ...{ granted: serverPermissionsOf(bot), channels: channelsAnswer.value.length, categoryId },
      category: category && {
        granted: channelPermissionsOf(bot, category),
        channels: channelsAnswer.value.filter((channel) => channel.parent_id === categoryId).length,
      },
    }),
  ];
}

/**
 * Checks everything that voice calls need at Discord and returns one finding for each item. Changes nothing; findings
 * contain no secrets.
 */
export async function diagnoseDiscord(options: DiagnoseOptions): Promise<readonly Finding[]> {
  const botRequests = createBotRequests(options);
  const { config, redirectUri } = options;
  const botUser = await botRequests.get(Routes.user(), account);
  if (!botUser.ok && abortingFailures.includes(botUser.code))
    return [unansweredFinding(botUser.code)];
  const clientSecretFinding = secretFinding(await checkClientSecret(botRequests));
  if (!botUser.ok) {
    const todo =
      'Copie o token em discord.com/developers/applications → seu aplicativo → Bot → "Redefinir token", e ponha-o em DISCORD_BOT_TOKEN.';
    return [failedFinding('O Discord não aceita o token do bot.', todo), clientSecretFinding];
  }
  const ownApplication = await botRequests.get(Routes.currentApplication(), application);
  return [
    passedFinding('O Discord aceita o token do bot.'),
    ...(ownApplication.ok
      ? applicationFindings(ownApplication.value, config, redirectUri)
      : [unansweredFinding(ownApplication.code)]),
    clientSecretFinding,
    ...(await examineServer(botRequests, options, botUser.value.id)),
  ];
}

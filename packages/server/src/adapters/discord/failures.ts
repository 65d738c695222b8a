import { DiscordAPIError, HTTPError } from '@discordjs/rest';
import { RESTJSONErrorCodes as Code } from 'discord-api-types/v10';

/** Who or what resolves a failure: the `operator` (`npm run doctor` explains how) or a later retry (`time`). */
type ResolvedBy = 'operator' | 'time';

/**
 * All failures of requests to Discord. `code` is Discord's own error code or that of OAuth2 (RFC 6749); failures
 * without a code are detected by status or by a missing answer. Callers may treat some failures as an answer, such as
 * the failure for a person who is in no voice channel.
 */
export const failureTable = {
  unknown_voice_state: { code: Code.UnknownVoiceState, remedy: 'time' },
  not_connected: { code: Code.TargetUserIsNotConnectedToVoice, remedy: 'time' },
  unknown_member: { code: Code.UnknownMember, remedy: 'time' },
  unknown_user: { code: Code.UnknownUser, remedy: 'time' },
  unknown_channel: { code: Code.UnknownChannel, remedy: 'time' },
  unknown_guild: { code: Code.UnknownGuild, remedy: 'operator' },
  missing_access: { code: Code.MissingAccess, remedy: 'operator' },
  missing_permissions: { code: Code.MissingPermissions, remedy: 'operator' },
  second_factor_required: { code: Code.TwoFactorAuthenticationIsRequired, remedy: 'operator' },
  too_many_channels: { code: Code.MaximumNumberOfGuildChannelsReached, remedy: 'operator' },
  too_many_invites: { code: Code.MaximumNumberOfInvitesReached, remedy: 'operator' },
  /** The category is full (50 channels) or does not exist. */
  category_unusable: { code: null, remedy: 'operator' },
  /** The bot's token, or an access token, is not valid. */
  unauthorized: { code: null, remedy: 'operator' },
  invalid_client: { code: 'invalid_client', remedy: 'operator' },
  invalid_grant: { code: 'invalid_grant', remedy: 'time' },
  /** The rate limit requires a wait that is too long or of unknown duration. */
  rate_limited: { code: null, remedy: 'time' },
  /** Any other 4xx answer of Discord. */
  refused: { code: null, remedy: 'time' },
  server_error: { code: null, remedy: 'time' },
  timed_out: { code: null, remedy: 'time' },
  unreachable: { code: null, remedy: 'time' },
  /** An answer in another format than that of Discord. */
  unintelligible: { code: null, remedy: 'time' },
} as const satisfies Record<string, { code: number | string | null; remedy: ResolvedBy }>;

export type DiscordFailure = keyof typeof failureTable;

/** Thrown when there is no complete answer: connection refused or broken, redirected, too large. */
export class DiscordUnreachableError extends Error {}

/** Thrown when a rate limit requires a wait longer than `MAX_RATE_LIMIT_WAIT_MS` or of unknown duration. */
export class DiscordRateLimitError extends Error {}

const failureByCode = new Map<unknown, DiscordFailure>(
  (Object.keys(failureTable) as DiscordFailure[])
    .filter((name) => failureTable[name].code !== null)
    .map((name) => [failureTable[name].code, name]),
);

/** Whether an error is about the category in which the channel should be created. */
const isCategoryError = ({ rawError }: DiscordAPIError) =>
  'errors' in rawError &&
  typeof rawError.errors === 'object' &&
  rawError.errors !== null &&
  'parent_id' in rawError.errors;

function failureOfAnswer(error: DiscordAPIError): DiscordFailure {
  const failureOfCode = failureByCode.get(error.code);
  if (failureOfCode) return failureOfCode;
  if (error.status === 401) return 'unauthorized';
  return isCategoryError(error) ? 'category_unusable' : 'refused';
}

/** Maps an error thrown by a request to a failure. */
export function failureOf(error: unknown, signal: AbortSignal): DiscordFailure {
  if (error instanceof DiscordAPIError) return failureOfAnswer(error);
  if (error instanceof HTTPError) return 'server_error';
  if (error instanceof DiscordRateLimitError) return 'rate_limited';
  if (signal.aborted || (error instanceof Error && error.name === 'AbortError')) return 'timed_out';
  return error instanceof DiscordUnreachableError ? 'unreachable' : 'unintelligible';
}

import { DiscordAPIError, HTTPError } from '@discordjs/rest';
import { RESTJSONErrorCodes as Code } from 'discord-api-types/v10';

/** Who can do something about a failure: the operator (`npm run doctor` says what), or time alone. */
type Remedy = 'operator' | 'time';

/**
 * Every way in which Discord can fail us. `code` is Discord's own, or OAuth2's (RFC 6749); what has
 * none is told by status or by the lack of an answer. What a caller awaits, such as somebody who is
 * not in voice, is an answer to it rather than a failure.
 */
export const failures = {
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
  /** The category is full (50 channels) or gone. */
  category_unusable: { code: null, remedy: 'operator' },
  /** The bot's token, or an access token, is not valid. */
  unauthorized: { code: null, remedy: 'operator' },
  invalid_client: { code: 'invalid_client', remedy: 'operator' },
  invalid_grant: { code: 'invalid_grant', remedy: 'time' },
  /** A wait longer than ours, or one without an end. */
  rate_limited: { code: null, remedy: 'time' },
  /** Any other 4xx. */
  refused: { code: null, remedy: 'time' },
  server_error: { code: null, remedy: 'time' },
  timed_out: { code: null, remedy: 'time' },
  unreachable: { code: null, remedy: 'time' },
  /** An answer of another shape than Discord's. */
  unintelligible: { code: null, remedy: 'time' },
} as const satisfies Record<string, { code: number | string | null; remedy: Remedy }>;

export type Failure = keyof typeof failures;

/** No whole answer came: refused, cut, redirected, too large. */
export class Unreachable extends Error {}

/** The wait that Discord asks for is longer than ours. */
export class RateLimited extends Error {}

const byCode = new Map<unknown, Failure>(
  (Object.keys(failures) as Failure[])
    .filter((name) => failures[name].code !== null)
    .map((name) => [failures[name].code, name]),
);

const aboutCategory = ({ rawError }: DiscordAPIError) =>
  'errors' in rawError &&
  typeof rawError.errors === 'object' &&
  rawError.errors !== null &&
  'parent_id' in rawError.errors;

function ofAnswer(error: DiscordAPIError): Failure {
  const named = byCode.get(error.code);
  if (named) return named;
  if (error.status === 401) return 'unauthorized';
  return aboutCategory(error) ? 'category_unusable' : 'refused';
}

/** What of {@link failures} came of a request that threw. */
export function failureOf(error: unknown, signal: AbortSignal): Failure {
  if (error instanceof DiscordAPIError) return ofAnswer(error);
  if (error instanceof HTTPError) return 'server_error';
  if (error instanceof RateLimited) return 'rate_limited';
  if (signal.aborted || (error instanceof Error && error.name === 'AbortError')) return 'timed_out';
  return error instanceof Unreachable ? 'unreachable' : 'unintelligible';
}

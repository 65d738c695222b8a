import { RESTJSONErrorCodes } from 'discord-api-types/v10';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';

/** Refusals of the API: HTTP status, Discord's own error code, and Discord's message. */
const problemTable = {
  unauthorized: [401, RESTJSONErrorCodes.GeneralError, '401: Unauthorized'],
  notFound: [404, RESTJSONErrorCodes.GeneralError, '404: Not Found'],
  unknownChannel: [404, RESTJSONErrorCodes.UnknownChannel, 'Unknown Channel'],
  unknownGuild: [404, RESTJSONErrorCodes.UnknownGuild, 'Unknown Guild'],
  unknownMember: [404, RESTJSONErrorCodes.UnknownMember, 'Unknown Member'],
  unknownUser: [404, RESTJSONErrorCodes.UnknownUser, 'Unknown User'],
  unknownVoiceState: [404, RESTJSONErrorCodes.UnknownVoiceState, 'Unknown Voice State'],
  tooManyChannels: [
    400,
    RESTJSONErrorCodes.MaximumNumberOfGuildChannelsReached,
    'Maximum number of server channels reached (500)',
  ],
  notInVoice: [
    400,
    RESTJSONErrorCodes.TargetUserIsNotConnectedToVoice,
    'Target user is not connected to voice.',
  ],
  missingAccess: [403, RESTJSONErrorCodes.MissingAccess, 'Missing Access'],
  missingPermissions: [403, RESTJSONErrorCodes.MissingPermissions, 'Missing Permissions'],
  invalidJson: [
    400,
    RESTJSONErrorCodes.RequestBodyContainsInvalidJSON,
    'The request body contains invalid JSON.',
  ],
} as const;

export type ProblemName = keyof typeof problemTable;

/** Answers with a refusal, in the format and with the message of Discord. */
export function sendProblem(reply: FastifyReply, problem: ProblemName): FastifyReply {
  const [status, code, message] = problemTable[problem];
  return reply.code(status).send({ message, code });
}

/** An error of one request field. */
export interface InvalidField {
  readonly path: readonly PropertyKey[];
  readonly code: string;
  readonly message: string;
}

/** Answers 400 with the invalid fields, nested like the body that contained them. */
export function sendInvalidFields(
  reply: FastifyReply,
  invalidFields: readonly InvalidField[],
): FastifyReply {
  const errors: Record<string, unknown> = {};
  for (const { path, code, message } of invalidFields) {
    let fieldErrors = errors;
    for (const step of path.map(String)) {
      fieldErrors[step] ??= {};
      fieldErrors = fieldErrors[step] as Record<string, unknown>;
    }
    const errorsSoFar = (fieldErrors['_errors'] as object[] | undefined) ?? [];
    fieldErrors['_errors'] = [...errorsSoFar, { code, message }];
  }
  const code = RESTJSONErrorCodes.InvalidFormBodyOrContentType;
  return reply.code(400).send({ message: 'Invalid Form Body', code, errors });
}

function fieldErrorCode(issue: z.core.$ZodIssue, isMissing: boolean): string {
  if (isMissing) return 'BASE_TYPE_REQUIRED';
  if (issue.code !== 'too_small' && issue.code !== 'too_big') return 'BASE_TYPE_INVALID';
  if (issue.origin === 'string') return 'BASE_TYPE_BAD_LENGTH';
  return issue.code === 'too_small' ? 'NUMBER_TYPE_MIN' : 'NUMBER_TYPE_MAX';
}

/** Converts the validation errors of a schema into Discord's format. */
export function findInvalidFields(error: z.ZodError, body: unknown): InvalidField[] {
  const valueAt = (path: readonly PropertyKey[]) =>
    path.reduce<unknown>((value, step) => Object(value)[step], body);
  return error.issues.map((issue) => {
    const isMissing = valueAt(issue.path) === undefined;
    const message = isMissing ? 'This field is required' : issue.message;
    return { path: issue.path, code: fieldErrorCode(issue, isMissing), message };
  });
}

/** An error of the app itself whose message is written for people, in Portuguese. */
export class PublicError extends Error {
  override name = 'PublicError';
}

/** Names of the other errors whose text is meant for people: refusals of the server, and an unreachable server. */
const publicErrorNames = ['ApiError', 'NetworkError', 'BlockedError'];

/** Whether the message of an error may be shown to people. Messages of unexpected errors are technical and English. */
export function isPublicError(error: unknown): error is Error {
  return (
    error instanceof PublicError ||
    (error instanceof Error && publicErrorNames.includes(error.name))
  );
}

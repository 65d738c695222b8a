import { Logger } from 'graphile-worker';
import { type DatabaseLog, errorMessageOf } from '../database/log.ts';

/** Metadata that graphile-worker attaches to its log line about a failed job. */
interface JobFailure {
  readonly failure: true;
  readonly error: unknown;
  readonly job: {
    readonly id: string;
    readonly task_identifier: string;
    readonly attempts: number;
    readonly max_attempts: number;
  };
}

const isJobFailure = (meta: object | undefined): meta is JobFailure =>
  meta !== undefined && 'failure' in meta && 'job' in meta;

/** The first line of an error message only: the next lines contain query parameters and stacks. */
const firstLineOf = (error: unknown) => errorMessageOf(error).split('\n', 1)[0];

function writeFailure(log: DatabaseLog, { error, job }: JobFailure): void {
  const isLastAttempt = job.attempts >= job.max_attempts;
  const fields = {
    task: job.task_identifier,
    jobId: job.id,
    attempt: job.attempts,
    reason: firstLineOf(error),
    ...(error instanceof Error && error.cause ? { cause: firstLineOf(error.cause) } : {}),
  };
  if (isLastAttempt) log.error(fields, 'a job failed for the last time');
  else log.warn(fields, 'a job failed and will be tried again');
}

/**
 * Adapts graphile-worker's log to the program's logger: payloads are left out, and details are logged at debug level
 * only.
 */
export function createQueueLogger(log: DatabaseLog): Logger {
  return new Logger(() => (level, message, meta) => {
    if (isJobFailure(meta)) return writeFailure(log, meta);
    const text = message.split('\n', 1)[0] ?? '';
    if (level === 'error') log.error({}, text);
    else if (level === 'warning') log.warn({}, text);
    else log.debug({}, text);
  });
}

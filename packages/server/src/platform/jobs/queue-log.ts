import { Logger } from 'graphile-worker';
import { type DatabaseLog, reasonOf } from '../database/log.ts';

/** What the library attaches to the line about a job that failed. */
interface Failure {
  readonly failure: true;
  readonly error: unknown;
  readonly job: {
    readonly id: string;
    readonly task_identifier: string;
    readonly attempts: number;
    readonly max_attempts: number;
  };
}

const isFailure = (meta: object | undefined): meta is Failure =>
  meta !== undefined && 'failure' in meta && 'job' in meta;

/** The first line: what follows it are parameters of queries and stacks. */
const firstLine = (error: unknown) => reasonOf(error).split('\n', 1)[0];

function writeFailure(log: DatabaseLog, { error, job }: Failure): void {
  const givenUp = job.attempts >= job.max_attempts;
  const facts = {
    task: job.task_identifier,
    jobId: job.id,
    attempt: job.attempts,
    reason: firstLine(error),
    ...(error instanceof Error && error.cause ? { cause: firstLine(error.cause) } : {}),
  };
  if (givenUp) log.error(facts, 'a job failed for the last time');
  else log.warn(facts, 'a job failed and will be tried again');
}

/** The queue's own log on ours: quiet while all is well, and without payloads. */
export function queueLogger(log: DatabaseLog): Logger {
  return new Logger(() => (level, message, meta) => {
    if (isFailure(meta)) return writeFailure(log, meta);
    const text = message.split('\n', 1)[0] ?? '';
    if (level === 'error') log.error({}, text);
    else if (level === 'warning') log.warn({}, text);
    else log.debug({}, text);
  });
}

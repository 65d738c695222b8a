import { type ErrorCode, errors } from '@guilda/contract/errors';
import { type ClientEvent, clientEvents } from '@guilda/contract/socket';
import { codeOfThrown } from '../http/refusal.ts';
import type { Logger } from '../logging.ts';
import { type Err, err, ok, type Result } from '../result.ts';

type Reply = (answer: object) => void;

/** The one place where a refusal becomes an acknowledgement (`product §12`). */
function refusalAck({ code, detail = {} }: Err) {
  const error = detail.message ?? detail.issues?.[0]?.message ?? errors[code].text;
  const { retryAfterMs } = detail;
  const wait = retryAfterMs === undefined ? {} : { retryAfterMs: Math.ceil(retryAfterMs) };
  return { ok: false, error, code, ...wait, ...detail.extra };
}

function definitionOf(name: string): ClientEvent | undefined {
  return Object.hasOwn(clientEvents, name) ? Reflect.get(clientEvents, name) : undefined;
}

/** The acknowledgement function, if the client sent one, and the payload before it. */
function partsOf(args: readonly unknown[]): { payload: unknown; reply: Reply } {
  const last = args.at(-1);
  const reply: Reply = typeof last === 'function' ? (answer) => last(answer) : () => undefined;
  return { payload: typeof args[0] === 'function' ? undefined : args[0], reply };
}

/** An event of a client as far as it is needed: whatever else came with it is let go. */
export interface ClientMessage {
  readonly name: string;
  readonly reply: Reply;
  /** Whether a socket that has not registered may send it. */
  readonly unregistered: boolean;
  /** Its payload by the contract, or why it is refused. */
  readonly input: Result<unknown>;
}

/** Parses an event as it comes from the wire. */
export function readMessage(name: string, args: readonly unknown[]): ClientMessage {
  const { payload, reply } = partsOf(args);
  const definition = definitionOf(name);
  if (!definition) return { name, reply, unregistered: true, input: err('invalid_input') };
  const parsed = definition.payload.safeParse(payload);
  const misfit: ErrorCode = definition.misfit ?? 'invalid_input';
  return {
    name,
    reply,
    unregistered: definition.unregistered === true,
    input: parsed.success ? ok(parsed.data) : err(misfit),
  };
}

/** What runs an event whose payload fits. */
export type Run = (name: string, payload: unknown) => Promise<Result<object>>;

export interface DispatchOptions {
  readonly log: Logger;
  readonly registered: () => boolean;
}

/**
 * One event to its acknowledgement: runs, answers. Never throws, whatever a client sends; the promise
 * resolves to the refusal's code, or null after a success.
 */
export async function dispatch(
  { name, reply, unregistered, input }: ClientMessage,
  run: Run,
  { log, registered }: DispatchOptions,
): Promise<ErrorCode | null> {
  const refuse = (refusal: Err) => {
    reply(refusalAck(refusal));
    return refusal.code;
  };
  if (!unregistered && !registered()) return refuse(err('not_registered'));
  if (!input.ok) return refuse(input);
  try {
    const outcome = await run(name, input.value);
    if (!outcome.ok) return refuse(outcome);
    // The schema is the last gate, as it is over HTTP.
    reply({ ok: true, ...definitionOf(name)?.ack.parse(outcome.value) });
    return null;
  } catch (error) {
    const code = codeOfThrown(error);
    if (code === 'internal') log.error({ err: error, event: name }, 'unexpected failure');
    else log.warn({ err: error, event: name }, 'dependency unavailable');
    return refuse(err(code));
  }
}

/** Refuses an event without looking at it. */
export function refuseUnread(args: readonly unknown[], code: ErrorCode): void {
  partsOf(args).reply(refusalAck(err(code)));
}

import { type ErrorCode, errors } from '@guilda/contract/errors';
import { type ClientEvent, clientEvents } from '@guilda/contract/socket';
import { codeOfThrown } from '../../http/refusal.ts';
import { type Err, err, ok, type Result } from '../../result.ts';
import type { Logger } from '../../telemetry/logging.ts';

type SendAck = (answer: object) => void;

/** Converts a refusal into an acknowledgement; no other function of the gateway does: docs/product/errors.md. */
function toRefusalAck({ code, detail = {} }: Err) {
  const error = detail.message ?? detail.issues?.[0]?.message ?? errors[code].text;
  const { retryAfterMs } = detail;
  const waitField = retryAfterMs === undefined ? {} : { retryAfterMs: Math.ceil(retryAfterMs) };
  return { ok: false, error, code, ...waitField, ...detail.extra };
}

function definitionOf(name: string): ClientEvent | undefined {
  return Object.hasOwn(clientEvents, name) ? Reflect.get(clientEvents, name) : undefined;
}

/** Splits the arguments of an event into its payload and the acknowledgement function, if the client sent one. */
function splitEventArgs(args: readonly unknown[]): { payload: unknown; reply: SendAck } {
  const lastArgument = args.at(-1);
  const reply: SendAck =
    typeof lastArgument === 'function' ? (answer) => lastArgument(answer) : () => undefined;
  return { payload: typeof args[0] === 'function' ? undefined : args[0], reply };
}

/** A parsed event of a client; further arguments are dropped. */
export interface ClientMessage {
  readonly name: string;
  readonly reply: SendAck;
  /** Whether a socket that has not registered may send this event. */
  readonly isAllowedUnregistered: boolean;
  /** The payload after validation by the contract's schema, or the refusal. */
  readonly input: Result<unknown>;
}

/** Parses an event as received from the socket. */
export function parseClientMessage(name: string, args: readonly unknown[]): ClientMessage {
  const { payload, reply } = splitEventArgs(args);
  const definition = definitionOf(name);
  if (!definition) return { name, reply, isAllowedUnregistered: true, input: err('invalid_input') };
  const parsed = definition.payload.safeParse(payload);
  const invalidPayload: ErrorCode = definition.invalidPayloadCode ?? 'invalid_input';
  return {
    name,
    reply,
    isAllowedUnregistered: definition.allowedUnregistered === true,
    input: parsed.success ? ok(parsed.data) : err(invalidPayload),
  };
}

/** Runs the handler of an event; `payload` has been validated before, by `parseClientMessage`. */
export type RunEvent = (name: string, payload: unknown) => Promise<Result<object>>;

export interface DispatchOptions {
  readonly log: Logger;
  /** Whether the socket has registered. */
  readonly isRegistered: () => boolean;
}

/**
 * Runs an event, or refuses it when its payload is invalid, and acknowledges it. Never throws, whatever data a client
 * sends.
 * @returns the code of the refusal, or null after a success
 */
export async function dispatch(
  { name, reply, isAllowedUnregistered, input }: ClientMessage,
  run: RunEvent,
  { log, isRegistered }: DispatchOptions,
): Promise<ErrorCode | null> {
  const refuse = (refusal: Err) => {
    reply(toRefusalAck(refusal));
    return refusal.code;
  };
  if (!isAllowedUnregistered && !isRegistered()) return refuse(err('not_registered'));
  if (!input.ok) return refuse(input);
  try {
    const outcome = await run(name, input.value);
    if (!outcome.ok) return refuse(outcome);
    // As in HTTP answers, fields that the output schema does not name are dropped.
    reply({ ok: true, ...definitionOf(name)?.ack.parse(outcome.value) });
    return null;
  } catch (error) {
    const code = codeOfThrown(error);
    if (code === 'internal') log.error({ err: error, event: name }, 'unexpected failure');
    else log.warn({ err: error, event: name }, 'dependency unavailable');
    return refuse(err(code));
  }
}

/** Refuses an event without parsing its payload. */
export function refuseUnparsedEvent(args: readonly unknown[], code: ErrorCode): void {
  splitEventArgs(args).reply(toRefusalAck(err(code)));
}

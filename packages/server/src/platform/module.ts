import type { EndpointGroup } from '@guilda/contract/endpoint';
import type { ErrorCode } from '@guilda/contract/errors';
import type { FastifyInstance } from 'fastify';
import type { WebhookRequest } from '../ports/webhook.ts';
import type { ConnectionLifecycle, EventHandlers } from './gateway/index.ts';
import { type EndpointDeps, type Handlers, registerEndpoints } from './http/endpoints.ts';
import type { TaskMap, TaskRunners } from './jobs/tasks.ts';
import type { Result } from './result.ts';

/** Endpoints of the contract together with their handlers. */
export interface HandledEndpoints {
  readonly endpoints: EndpointGroup;
  register(app: FastifyInstance, deps: EndpointDeps): void;
}

/** Pairs endpoints with their handlers; a missing or superfluous handler does not compile. */
export function handle<G extends EndpointGroup>(
  endpoints: G,
  handlers: Handlers<G>,
): HandledEndpoints {
  return {
    endpoints,
    register: (app, deps) => registerEndpoints(app, endpoints, handlers, deps),
  };
}

/** Handles a provider's webhook and resolves to the outcome, for log and metrics. */
export type WebhookHandler = (
  provider: string,
  request: WebhookRequest,
) => Promise<Result<string, ErrorCode>>;

interface CommonModuleParts {
  readonly endpoints?: readonly HandledEndpoints[];
  /** Handlers of socket events. */
  readonly events?: Partial<EventHandlers>;
  /** Hooks called when a socket was registered and when it has disconnected. */
  readonly connections?: ConnectionLifecycle;
  /** Webhooks by the path segment after `/api/`: `POST /api/{segment}/webhooks/{provider}`. */
  readonly webhooks?: Readonly<Record<string, WebhookHandler>>;
  /** Registers routes that are not endpoints of the contract: files, previews, pages. */
  readonly plugin?: (app: FastifyInstance) => void;
}

/** The parts that a module adds to the program, created once its dependencies exist; every task of `T` has a runner. */
export type ModuleParts<T extends TaskMap<T>> = CommonModuleParts &
  (keyof T extends never ? { readonly tasks?: never } : { readonly tasks: TaskRunners<T> });

/** Task map of a module that has no background jobs. */
export type NoTasks = Record<never, never>;

/**
 * A module of the program: each `module.ts` exports one, and the code in `composition/` creates all modules. `Needs`
 * lists every dependency that this code passes to the module; a missing dependency does not compile.
 */
export interface Module<Needs, T extends TaskMap<T> = NoTasks> {
  readonly name: string;
  /** Cron expressions of the tasks that also run at fixed times. */
  readonly schedule?: { readonly [N in keyof T & string]?: string };
  readonly create: (needs: Needs) => ModuleParts<T>;
}

/** Type of the dependencies that a function of a module takes as its first parameter. */
export type NeedsOf<F extends (needs: never) => unknown> = Parameters<F>[0];

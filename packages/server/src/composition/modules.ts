import { endpoints } from '@guilda/contract';
import type { Endpoint } from '@guilda/contract/endpoint';
import { clientEvents } from '@guilda/contract/socket';
import type { FastifyInstance } from 'fastify';
import { adminStatisticsModule } from '../modules/admin-statistics/module.ts';
import { ageModule } from '../modules/age/module.ts';
import { analyticsModule } from '../modules/analytics/module.ts';
import { callsModule } from '../modules/calls/module.ts';
import { catalogModule } from '../modules/catalog/module.ts';
import { discordModule } from '../modules/discord/module.ts';
import { evidenceModule } from '../modules/evidence/module.ts';
import { healthModule } from '../modules/health/module.ts';
import { identityModule } from '../modules/identity/module.ts';
import { legalPagesModule } from '../modules/legal-pages/module.ts';
import { messagingModule } from '../modules/messaging/module.ts';
import { moderationModule } from '../modules/moderation/module.ts';
import { notificationsModule } from '../modules/notifications/module.ts';
import { ordersModule } from '../modules/orders/module.ts';
import { packFilesModule } from '../modules/pack-files/module.ts';
import { packsModule } from '../modules/packs/module.ts';
import { picturesModule } from '../modules/pictures/module.ts';
import { presenceModule } from '../modules/presence/module.ts';
import { privacyModule } from '../modules/privacy/module.ts';
import { retentionModule } from '../modules/retention/module.ts';
import { reviewsModule } from '../modules/reviews/module.ts';
import { searchModule } from '../modules/search/module.ts';
import { socialModule } from '../modules/social/module.ts';
import { usersModule } from '../modules/users/module.ts';
import { walletModule } from '../modules/wallet/module.ts';
import type { EventHandlers } from '../platform/gateway/index.ts';
import type { EndpointDeps } from '../platform/http/endpoints.ts';
import { mountWebhooks } from '../platform/http/webhooks.ts';
import { createJobs, type Schedule, type TaskRunners } from '../platform/jobs/index.ts';
import type { Module } from '../platform/module.ts';
import type { Infrastructure } from './infrastructure.ts';

/**
 * All modules of the program. Their order matters only for the `joined` hooks that run when a socket registers: first
 * the notifications module subscribes the socket, then the person is shown as online, then missed messages are sent.
 */
const modules = [
  identityModule,
  usersModule,
  ageModule,
  catalogModule,
  searchModule,
  packFilesModule,
  packsModule,
  picturesModule,
  ordersModule,
  evidenceModule,
  walletModule,
  reviewsModule,
  socialModule,
  notificationsModule,
  presenceModule,
  messagingModule,
  callsModule,
  discordModule,
  moderationModule,
  privacyModule,
  retentionModule,
  analyticsModule,
  adminStatisticsModule,
  healthModule,
  legalPagesModule,
] as const;

type AnyModule = (typeof modules)[number];
type TasksOf<M> = M extends Module<never, infer T> ? (value: T) => void : never;
type IntersectionOf<F> = [F] extends [(value: infer T) => unknown] ? T : never;

/** Every dependency that any module needs; the composition does not compile while one is missing. */
export type ModuleNeeds = IntersectionOf<AnyModule['create']>;

/** Names of the background jobs of all modules, with their payloads. */
export type AllTasks = IntersectionOf<TasksOf<AnyModule>>;

/** Merges records of several modules; throws when two modules use the same name. */
function mergeRecords<T>(
  description: string,
  records: readonly (Readonly<Record<string, T>> | undefined)[],
) {
  const mergedRecord: Record<string, T> = {};
  for (const record of records) {
    for (const [name, value] of Object.entries(record ?? {})) {
      if (name in mergedRecord) throw new Error(`two modules have the ${description} ${name}`);
      mergedRecord[name] = value;
    }
  }
  return mergedRecord;
}

/** Creates every module with its dependencies. */
export function createModules(needs: ModuleNeeds) {
  return modules.map((module) => module.create(needs));
}

export type CreatedModules = ReturnType<typeof createModules>;

/** Creates the queue with the jobs and schedules of all modules. */
export function createModuleJobs(
  { directDatabase, log, telemetry }: Infrastructure,
  createdModules: CreatedModules,
) {
  const runners = mergeRecords(
    'task',
    createdModules.map(({ tasks }) => tasks as Record<string, unknown> | undefined),
  );
  const schedule: Schedule = mergeRecords(
    'schedule',
    modules.map((module) => module.schedule),
  );
  // The compiler has checked each module's tasks; merging them into one record loses their types.
  return createJobs<AllTasks>(
    { database: directDatabase, log, telemetry },
    runners as TaskRunners<AllTasks>,
    schedule,
  );
}

export type ProgramJobs = ReturnType<typeof createModuleJobs>;

/** Merges the handlers of all socket events and the connection hooks, in the order of the modules. */
export function mergeSocketHandlers(createdModules: CreatedModules) {
  const events = mergeRecords(
    'event',
    createdModules.map((module) => module.events as Record<string, unknown> | undefined),
  );
  const connections = createdModules.flatMap((module) => module.connections ?? []);
  const missingEvents = Object.keys(clientEvents).filter(
    (name) => name !== 'register' && !(name in events),
  );
  if (missingEvents.length > 0)
    throw new Error(`events without a handler: ${missingEvents.join(', ')}`);
  // The names of the events were checked above; merging the handlers into one record loses their types.
  return { events: events as unknown as EventHandlers, connections };
}

/** Throws unless the modules handle exactly the endpoints that `@guilda/contract` defines. */
function checkEndpointCoverage(createdModules: CreatedModules): void {
  const groups = createdModules.flatMap((module) => module.endpoints ?? []);
  const handledEndpoints = new Set<Endpoint>(
    groups.flatMap((group) => Object.values(group.endpoints)),
  );
  const promisedEndpoints = new Set<Endpoint>(
    Object.values(endpoints).flatMap((group) => Object.values(group)),
  );
  const missingEndpoints = [...promisedEndpoints].filter(
    (endpoint) => !handledEndpoints.has(endpoint),
  );
  const unknownEndpoints = [...handledEndpoints].filter(
    (endpoint) => !promisedEndpoints.has(endpoint),
  );
  const [firstProblem] = [...missingEndpoints, ...unknownEndpoints];
  if (firstProblem) {
    throw new Error(
      `${firstProblem.method} ${firstProblem.path} lacks a handler or is not in the contract`,
    );
  }
}

/** Registers the endpoints, webhooks and other routes of all modules. */
export function mountModules(
  app: FastifyInstance,
  createdModules: CreatedModules,
  deps: EndpointDeps,
): void {
  checkEndpointCoverage(createdModules);
  for (const { endpoints: endpointGroups = [], webhooks = {}, plugin } of createdModules) {
    for (const group of endpointGroups) group.register(app, deps);
    for (const [provider, handler] of Object.entries(webhooks))
      mountWebhooks(app, provider, handler);
    plugin?.(app);
  }
}

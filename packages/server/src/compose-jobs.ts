import type { Outside } from './compose-outside.ts';
import type { RealtimeHouse } from './compose-realtime.ts';
import type { Shared } from './compose-shared.ts';
import { ageSchedule, ageTasks } from './modules/age/index.ts';
import { archiveSchedule, archiveTasks } from './modules/archives/index.ts';
import { type CallDeps, callSchedule, callTasks } from './modules/calls/index.ts';
import { catalogTasks } from './modules/catalog/index.ts';
import { enforcementSchedule, enforcementTasks } from './modules/enforcement/index.ts';
import { messagingTasks } from './modules/messaging/index.ts';
import { type ModerationTasks, moderationTasks, recordAction } from './modules/moderation/index.ts';
import { notificationSchedule, notificationTasks } from './modules/notifications/index.ts';
import { type OrderTasks, orderSchedule, orderTasks } from './modules/orders/index.ts';
import { deletePicture, pictureSchedule, pictureTasks } from './modules/pictures/index.ts';
import { erasePreviews } from './modules/previews/index.ts';
import { privacySchedule, privacyTasks } from './modules/privacy/index.ts';
import {
  type ReachTasks,
  reachSchedule,
  reachTasks,
  remindOfMessages,
  unsubscribing,
} from './modules/reach/index.ts';
import { retentionSchedule, retentionTasks } from './modules/retention/index.ts';
import { socialSchedule, socialTasks } from './modules/social/index.ts';
import { ledgerSchedule, ledgerTasks } from './modules/wallet/index.ts';
import { createJobs, enqueuer } from './platform/jobs/index.ts';

/** What orders are made of, behind requests and beside them alike. */
export function orderParts(shared: Shared, { paymentProvider }: Outside) {
  const { platformFeePercent, paymentTimeoutMinutes, startTimeoutHours } = shared.config;
  const timeouts = { paymentTimeoutMinutes, startTimeoutHours };
  const enqueue = enqueuer<OrderTasks>();
  const written = { recordAction: recordAction(shared) };
  return { ...shared, ...timeouts, ...written, paymentProvider, platformFeePercent, enqueue };
}

/** The links in mails by which mails end. */
export function unsubscribingOf({ publicUrl, secrets }: Shared) {
  return unsubscribing({ publicUrl, secret: secrets.of('unsubscribing') });
}

/** What tells people outside the product. */
function reachParts(shared: Shared, { mailer }: Outside, { presence }: RealtimeHouse) {
  const enqueue = enqueuer<ReachTasks>();
  return { ...shared, mailer, presence, enqueue, unsubscribing: unsubscribingOf(shared) };
}

/** Work that runs beside requests: what is mailed, erased or tried again. */
export function openJobs(
  shared: Shared,
  outside: Outside,
  { house, calls }: { readonly house: RealtimeHouse; readonly calls: CallDeps },
) {
  const { config } = shared;
  const deps = {
    ...shared,
    mailer: outside.mailer,
    teamEmail: config.teamEmail,
    deletePicture: deletePicture(shared),
    erasePreviews: erasePreviews(shared),
  };
  const enqueue = enqueuer<ModerationTasks>();
  const reach = reachParts(shared, outside, house);
  return createJobs(
    shared,
    {
      ...ageTasks(shared),
      ...moderationTasks(deps),
      ...enforcementTasks({ ...deps, enqueue, orders: orderParts(shared, outside) }),
      ...privacyTasks(deps),
      ...catalogTasks(deps),
      ...socialTasks(deps),
      ...orderTasks(orderParts(shared, outside)),
      ...archiveTasks(shared),
      ...pictureTasks(shared),
      ...notificationTasks(shared),
      ...messagingTasks(shared),
      ...callTasks(calls),
      ...reachTasks(reach),
      ...retentionTasks(shared),
      ...ledgerTasks(shared),
      'messaging.remind': remindOfMessages(reach),
    },
    // Name of a task: when it runs by the clock.
    {
      ...orderSchedule,
      ...ageSchedule,
      ...archiveSchedule,
      ...pictureSchedule,
      ...privacySchedule,
      ...notificationSchedule,
      ...reachSchedule,
      ...callSchedule,
      ...socialSchedule,
      ...retentionSchedule,
      ...enforcementSchedule,
      ...ledgerSchedule,
    },
  );
}

export type Jobs = ReturnType<typeof openJobs>;

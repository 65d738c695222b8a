import { ageToProve } from '@guilda/contract/limits';
import { createAccessRecorder } from '../modules/access-records/index.ts';
import { resumeRequirementOf } from '../modules/age/index.ts';
import { endCallsBetween } from '../modules/calls/index.ts';
import {
  authenticate,
  authenticateSession,
  createAccessTokens,
  createRefreshTokens,
  createSessionCache,
} from '../modules/identity/index.ts';
import { countUnreadConversations } from '../modules/messaging/index.ts';
import {
  openRefusedPictureCase,
  performAction,
  recordAuditEntry,
} from '../modules/moderation/index.ts';
import { createUnsubscribeLinks, remindOfUnreadMessages } from '../modules/notifications/index.ts';
import { storePackFile } from '../modules/pack-files/index.ts';
import { createPackAddresses, createSentBytesCounter } from '../modules/packs/index.ts';
import {
  createAdminPictureUrls,
  createPictureAccess,
  createSignedPictureUrls,
  deletePicture,
  pictureUrlForAdmin,
  pictureUrlsFor,
  refuseBannedImage,
  storePicture,
} from '../modules/pictures/index.ts';
import { createPreviewRenderer, erasePreviews } from '../modules/previews/index.ts';
import { createExportAddresses, deleteAccount } from '../modules/privacy/index.ts';
import { beginUpload, claimBytes, getStorage } from '../modules/storage/index.ts';
import {
  createNewAccountLimit,
  hasAgeRequirement,
  isOfAccountAge,
} from '../modules/users/index.ts';
import { createStatementRenderer } from '../modules/wallet/index.ts';
import type { RecordAccess } from '../platform/actor.ts';
import { clientPort } from '../platform/http/client-address.ts';
import type { EndpointDeps } from '../platform/http/endpoints.ts';
import { createLateReads, noLateReads } from '../platform/http/late-reads.ts';
import { createEnqueue, type Enqueue } from '../platform/jobs/index.ts';
import type { Secrets } from '../platform/secrets.ts';
import { createFormReader } from '../platform/uploads/multipart/multipart.ts';
import type { ExternalServices } from './external-services.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { AllTasks } from './modules.ts';
import { createHealthProbes, type SystemReadings } from './monitoring.ts';
import type { RealtimeServices } from './realtime.ts';

/** Key for the PKCE verifiers of linking Discord accounts. */
export const discordPkceSecret = (secrets: Secrets): string => secrets.of('discord pkce');

/** Decides whether a read may go to a replica; without replicas all reads go to the primary. */
const lateReadsOf = ({ config, replicas, fanout, timers }: Infrastructure) =>
  config.databaseReadUrls.length === 0
    ? noLateReads
    : createLateReads({ replicas, fanout, timers });

/** Services for HTTP requests and sockets: authentication, rate limits, upload forms. */
export function createRequestDeps(infrastructure: Infrastructure) {
  const {
    clock,
    checkSpace,
    config,
    database,
    ids,
    limiter,
    listener,
    log,
    secrets,
    temp,
    timers,
  } = infrastructure;
  const { accessRecordRecipients, trustedProxies, clientPortHeader } = config;
  if (!config.demo && accessRecordRecipients.length === 0)
    log.warn({}, 'no access records are kept: ACCESS_RECORDS_RECIPIENTS is missing');
  const accessRecorder = createAccessRecorder({
    accessRecordRecipients,
    clock,
    database,
    ids,
    log,
    timers,
  });
  const lateReads = lateReadsOf(infrastructure);
  const recordAccess: RecordAccess = (access) => {
    // Signing in may have created the account, so the next reads of this person go to the primary. For requests that
    // write, the endpoint calls `recordWrite` itself.
    if (access.kind !== 'write') lateReads.recordWrite(access.uid);
    accessRecorder.record(access);
  };
  const tokens = createAccessTokens(secrets.of('access tokens'), clock);
  const sessions = {
    database,
    tokens,
    refreshTokens: createRefreshTokens(secrets.of('refresh tokens')),
  };
  const knownSessions = createSessionCache({ database, clock, changeNotifications: listener });
  const endpointDeps: EndpointDeps = {
    authenticate: authenticate({ tokens, knownSessions }),
    authenticateSession: authenticateSession({ knownSessions }),
    isOfAccountAge: (uid) => isOfAccountAge(database.db, uid, config.accountAge),
    clientPort: clientPort(trustedProxies, clientPortHeader),
    recordAccess,
    lateReads,
    hasAgeRequirement: (uid) => hasAgeRequirement(database.db, uid),
    limiter,
    readForm: createFormReader({
      temp,
      maxArchiveBytes: config.maxArchiveBytes,
      beginUpload: beginUpload({ database, ids, timers, checkSpace, quota: config.storageQuota }),
    }),
  };
  return { sessions, knownSessions, endpointDeps, accessRecorder, recordAccess };
}

export type RequestDeps = ReturnType<typeof createRequestDeps>;

/** Functions that store pictures and pack files, delete pictures, create their URLs, and decide who may read them. */
function createPictures(
  { clock, database, files, ids, images, log, secrets, config }: Infrastructure,
  enqueue: Enqueue<AllTasks>,
) {
  const signedUrls = createSignedPictureUrls({ clock, secret: secrets.of('adult pictures') });
  const adminPictureUrls = createAdminPictureUrls({ clock, secret: secrets.of('team pictures') });
  const decideAccess = createPictureAccess({
    database,
    signedPictureUrls: signedUrls,
    adminPictureUrls,
  });
  const storeDeps = {
    ...{ database, files, ids, images },
    claimBytes: claimBytes(config.storageQuota),
    openRefusedPictureCase: openRefusedPictureCase({ database, ids, enqueue }),
  };
  const packFileDeps = { ...storeDeps, refuseBannedImage: refuseBannedImage(storeDeps) };
  return {
    storePicture: storePicture(storeDeps),
    storePackFile: storePackFile(packFileDeps),
    refuseBannedImage: packFileDeps.refuseBannedImage,
    deletePicture: deletePicture({ database, files, log }),
    pictureAccess: decideAccess,
    pictureUrlsFor: pictureUrlsFor(signedUrls),
    pictureUrlForAdmin: pictureUrlForAdmin(adminPictureUrls),
    isPublicPicture: async (id: string) => (await decideAccess(id, undefined)) === 'everyone',
  };
}

/** Creators of signed URLs that are valid for a limited time; each kind of URL has its own key. */
function createSignedAddresses({ clock, publicUrl, secrets }: Infrastructure) {
  return {
    addresses: createPackAddresses({ clock, secret: secrets.of('pack addresses') }),
    exportAddresses: createExportAddresses({ clock, secret: secrets.of('export addresses') }),
    unsubscribeLinks: createUnsubscribeLinks({ publicUrl, secret: secrets.of('unsubscribing') }),
    pkceSecret: discordPkceSecret(secrets),
  };
}

/** Settings that modules need, under the names that the modules use. */
function moduleSettings({ config }: Infrastructure, externalServices: ExternalServices) {
  return {
    accountAge: config.accountAge,
    ageToProve: ageToProve(config.accountAge),
    adminEmails: config.adminEmails.length > 0 ? config.adminEmails : externalServices.adminEmails,
    clearingHours: config.clearingHours,
    clearingHoursConfirmed: config.clearingHoursConfirmed,
    disputeAnswerHours: config.disputeAnswerHours,
    maxArchiveBytes: config.maxArchiveBytes,
    paymentTimeoutMinutes: config.paymentTimeoutMinutes,
    payoutProfileRestHours: config.payoutProfileRestHours,
    platformFeePercent: config.platformFeePercent,
    quota: config.storageQuota,
    refreshGraceSeconds: config.refreshGraceSeconds,
    ringMs: config.callRingSeconds * 1000,
    startTimeoutHours: config.startTimeoutHours,
    company: config.company,
    teamEmail: config.teamEmail,
    withdrawalTwoEyes: config.withdrawalTwoEyes,
  };
}

interface ServiceSources {
  readonly infrastructure: Infrastructure;
  readonly external: ExternalServices;
  readonly requestDeps: RequestDeps;
  readonly realtime: RealtimeServices;
  readonly readings: SystemReadings;
}

/** Functions of modules that other modules get as dependencies instead of importing them. */
function createCrossModuleFunctions({ infrastructure, external, ...sources }: ServiceSources) {
  const { clock, config, database, files, identityHashes, ids, limiter } = infrastructure;
  const { log, meter, publicUrl, timers } = infrastructure;
  const { mailer, rooms } = external;
  const { messaging, realtime, presence } = sources.realtime;
  const { ringMs, ...settings } = moduleSettings(infrastructure, external);
  const signedAddresses = createSignedAddresses(infrastructure);
  const enqueue = createEnqueue<AllTasks>();
  const calls = { clock, database, ids, limiter, log, presence, realtime, ringMs, rooms, timers };
  const orders = { ...settings, enqueue, ids, messaging, meter };
  const { unsubscribeLinks: links } = signedAddresses;
  const { company } = config;
  const perform = performAction({
    ageToProve: settings.ageToProve,
    ...{ enqueue, ids, orders, realtime },
  });
  const reminders = { clock, company, database, enqueue, mailer, presence, publicUrl };
  return {
    ...signedAddresses,
    ...createPictures(infrastructure, enqueue),
    claimBytes: claimBytes(config.storageQuota),
    countUnreadConversations: (uid: string) => countUnreadConversations(database.db, uid),
    deleteAccount: deleteAccount({ database, enqueue, identityHashes, ids, realtime }),
    endCallsBetween: endCallsBetween(calls),
    enqueue,
    erasePreviews: erasePreviews({ files }),
    sentBytes: createSentBytesCounter({ database, log, timers }),
    getStorage: getStorage({ database, quota: config.storageQuota }),
    isShowablePicture: (url: string) => url.startsWith(`${publicUrl}/`),
    orders,
    performAction: perform,
    newAccounts: createNewAccountLimit({ identityHashes, limiter }),
    resumeAgeRequirement: resumeRequirementOf({ identityHashes, performAction: perform }),
    recordAuditEntry: recordAuditEntry({ ids }),
    remindOfUnreadMessages: remindOfUnreadMessages({ ...reminders, unsubscribeLinks: links }),
  };
}

/** All dependencies that the composition passes to modules, under the names that the modules use. */
export type Services = ReturnType<typeof createServices>;

export function createServices(serviceSources: ServiceSources) {
  const { infrastructure, external, requestDeps, readings } = serviceSources;
  const { build, clock, config, dataEncryption, database, files, google, ids, images } =
    infrastructure;
  const { batchLockTimeoutMs, limiter, log, meter, publicUrl, pushSender, timers } = infrastructure;
  const { accounts, ageCheckProvider, identityProvider, mailer, rooms } = external;
  const { paymentProvider, payoutProvider } = external;
  const { feed, listener, messaging, presence, realtime } = serviceSources.realtime;
  const { accessRecorder, endpointDeps, recordAccess, sessions } = requestDeps;
  const { refreshTokens, tokens } = sessions;
  return {
    accessRecorder,
    recordAccess,
    lateReads: endpointDeps.lateReads,
    ...{ build, clock, config, dataEncryption, database, files, google, ids, images },
    ...{ batchLockTimeoutMs, limiter, log, meter, publicUrl, pushSender, timers },
    ...{ accounts, ageCheckProvider, identityProvider, mailer, rooms },
    ...{ paymentProvider, payoutProvider },
    ...{ feed, listener, messaging, presence, realtime },
    ...{ refreshTokens, tokens },
    ...moduleSettings(infrastructure, external),
    ...createCrossModuleFunctions(serviceSources),
    probes: createHealthProbes(infrastructure, external, serviceSources.realtime, readings),
    renderer: createPreviewRenderer({ log }),
    statementRenderer: createStatementRenderer({ log }),
  };
}

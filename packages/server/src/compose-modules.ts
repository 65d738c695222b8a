import { endpoints } from '@guilda/contract';
import type { FastifyInstance } from 'fastify';
import { type Discord, pkceSecretOf } from './compose-discord.ts';
import type { Doors } from './compose-door.ts';
import type { Guard } from './compose-guard.ts';
import { healthParts } from './compose-health.ts';
import { type Jobs, orderParts, unsubscribingOf } from './compose-jobs.ts';
import type { Outside } from './compose-outside.ts';
import { openGateway } from './compose-realtime.ts';
import type { Shared } from './compose-shared.ts';
import { ageHandlers, mountAgeWebhooks } from './modules/age/index.ts';
import { analyticsHandlers } from './modules/analytics/index.ts';
import { storeArchive } from './modules/archives/index.ts';
import { callHandlers, endCallsBetween } from './modules/calls/index.ts';
import { catalogHandlers, servicePreviews } from './modules/catalog/index.ts';
import { discordHandlers } from './modules/discord/index.ts';
import { enforce, enforcementHandlers } from './modules/enforcement/index.ts';
import { figureHandlers } from './modules/figures/index.ts';
import { healthHandlers } from './modules/health/index.ts';
import { houseHandlers, mountSecurityTxt } from './modules/house/index.ts';
import { identityHandlers } from './modules/identity/index.ts';
import { countUnreadConversations, messagingHandlers } from './modules/messaging/index.ts';
import { deskHandlers, moderationHandlers } from './modules/moderation/index.ts';
import { notificationHandlers } from './modules/notifications/index.ts';
import { mountPaymentWebhooks, orderHandlers, refundDeskHandlers } from './modules/orders/index.ts';
import { packAddresses, packHandlers, servePacks } from './modules/packs/index.ts';
import {
  adultAddresses,
  deletePicture,
  pictureAccess,
  showPicture,
  showPictureToTeam,
  storePicture,
  teamAddresses,
} from './modules/pictures/index.ts';
import { servePreviews } from './modules/previews/index.ts';
import {
  deleteAccount,
  exportAddresses,
  privacyHandlers,
  serveExports,
} from './modules/privacy/index.ts';
import { mountUnsubscribe, reachHandlers } from './modules/reach/index.ts';
import { reviewHandlers } from './modules/reviews/index.ts';
import { postPreviews, socialHandlers } from './modules/social/index.ts';
import { getStorage } from './modules/storage/index.ts';
import { blockHandlers, userHandlers } from './modules/users/index.ts';
import { walletHandlers } from './modules/wallet/index.ts';
import { registerEndpoints } from './platform/http/endpoints.ts';
import type { UploadedFile } from './platform/http/form.ts';
import { servePictures } from './platform/uploads/serve.ts';

/** Hangs every module's endpoints into the application. */
export function mountModules(
  app: FastifyInstance,
  opened: Shared,
  outside: Outside,
  jobs: Jobs,
  { identity, door, house, calls }: Doors,
  { discord, guard }: { readonly discord: Discord; readonly guard: Guard },
): void {
  const { presence, realtime } = house;
  const shared = { ...opened, presence };
  const store = storePicture(shared);
  const addresses = adultAddresses({
    clock: shared.clock,
    secret: shared.secrets.of('adult pictures'),
  });
  const pictures = {
    storePicture: store,
    deletePicture: deletePicture(shared),
    showPicture: showPicture(addresses),
  };
  const orders = { ...orderParts(shared, outside), ...pictures };
  const { enqueue } = jobs;
  const deeds = { ...shared, realtime, enqueue, orders };
  const catalog = {
    ...shared,
    ...pictures,
    storeArchive: storeArchive(shared),
    enqueue,
  };
  const users = {
    ...shared,
    ...pictures,
    realtime,
    storePicture: (owner: string, file: UploadedFile) => store(owner, file, 'avatar'),
    getStorage: getStorage(shared),
    deleteAccount: deleteAccount({ ...shared, realtime, enqueue: jobs.enqueue }),
    endCallsBetween: endCallsBetween(calls),
  };
  const packs = {
    ...shared,
    ...pictures,
    addresses: packAddresses({ ...shared, secret: shared.secrets.of('pack addresses') }),
    maxArchiveBytes: shared.config.maxArchiveBytes,
  };
  const copies = {
    ...shared,
    exportAddresses: exportAddresses({ ...shared, secret: shared.secrets.of('export addresses') }),
  };
  const messaging = { ...shared, realtime };
  const notifications = {
    ...shared,
    realtime,
    countUnreadConversations: (uid: string) => countUnreadConversations(shared.database.db, uid),
  };
  const age = { ...shared, ageCheckProvider: outside.ageCheckProvider };
  registerEndpoints(app, endpoints.identity, identityHandlers({ ...identity, presence }), door);
  const profiles = { ...userHandlers(users), ...blockHandlers(users) };
  registerEndpoints(app, endpoints.users, profiles, door);
  const social = { ...shared, ...pictures, enqueue, enforce: enforce(deeds) };
  registerEndpoints(app, endpoints.social, socialHandlers(social), door);
  registerEndpoints(app, endpoints.age, ageHandlers(age), door);
  registerEndpoints(app, endpoints.packs, packHandlers(packs), door);
  registerEndpoints(app, endpoints.catalog, catalogHandlers(catalog), door);
  registerEndpoints(app, endpoints.orders, orderHandlers(orders), door);
  registerEndpoints(app, endpoints.refunds, refundDeskHandlers({ ...orders, presence }), door);
  registerEndpoints(app, endpoints.wallet, walletHandlers(orders), door);
  registerEndpoints(app, endpoints.reviews, reviewHandlers(shared), door);
  registerEndpoints(app, endpoints.messaging, messagingHandlers(messaging), door);
  registerEndpoints(app, endpoints.notifications, notificationHandlers(notifications), door);
  registerEndpoints(app, endpoints.calls, callHandlers(calls), door);
  const linking = { ...shared, ...discord, pkceSecret: pkceSecretOf(shared) };
  registerEndpoints(app, endpoints.discord, discordHandlers(linking), door);
  registerEndpoints(app, endpoints.reach, reachHandlers(shared), door);
  registerEndpoints(
    app,
    endpoints.moderation,
    moderationHandlers({ ...shared, enqueue, enforce: enforce(deeds) }),
    door,
  );
  const forTeam = teamAddresses({ ...shared, secret: shared.secrets.of('team pictures') });
  const showToTeam = { showPictureToTeam: showPictureToTeam(forTeam) };
  const desk = { ...shared, ...showToTeam, enqueue, enforce: enforce(deeds) };
  registerEndpoints(app, endpoints.desk, deskHandlers(desk), door);
  const acting = { ...shared, ...deeds, ...showToTeam };
  registerEndpoints(app, endpoints.enforcement, enforcementHandlers(acting), door);
  registerEndpoints(app, endpoints.privacy, privacyHandlers({ ...copies, enqueue }), door);
  registerEndpoints(app, endpoints.analytics, analyticsHandlers(shared), door);
  registerEndpoints(app, endpoints.figures, figureHandlers(shared), door);
  const health = healthHandlers(healthParts(opened, outside, { house, discord, guard }));
  registerEndpoints(app, endpoints.health, health, door);
  registerEndpoints(app, endpoints.house, houseHandlers(shared), door);
  mountSecurityTxt(app, shared);
  mountPaymentWebhooks(app, orders);
  mountAgeWebhooks(app, age);
  mountUnsubscribe(app, { ...shared, unsubscribing: unsubscribingOf(shared) });
  const access = pictureAccess({ ...shared, adultAddresses: addresses, teamAddresses: forTeam });
  const isPublicPicture = async (id: string) => (await access(id, undefined)) === 'everyone';
  app.register(servePreviews, servicePreviews({ ...catalog, isPublicPicture }));
  app.register(servePreviews, postPreviews({ ...social, isPublicPicture }));
  app.register(servePacks, packs);
  app.register(serveExports, copies);
  app.register(servePictures, {
    files: shared.files,
    access,
  });
  openGateway(house, app.server, calls);
}

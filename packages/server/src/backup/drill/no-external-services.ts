import type { ExternalServices } from '../../composition/external-services.ts';
import { err } from '../../platform/result.ts';

const refuseAsUnavailable = async () => err('payment_unavailable');

/**
 * External services that do nothing: a drill runs on a copy of production's data and must send no mails, charge nothing
 * and open no calls. Sending mails fails, and payments do not change.
 */
export const noExternalServices: ExternalServices = {
  mailer: { send: () => Promise.reject(new Error('a drill sends no mail')) },
  identityProvider: {
    verify: async () => err('unavailable'),
    browserConfig: async () => err('unavailable'),
  },
  paymentProvider: {
    name: 'none',
    createCheckout: refuseAsUnavailable,
    lookup: refuseAsUnavailable,
    refund: refuseAsUnavailable,
    expire: refuseAsUnavailable,
    parseWebhook: async () => err('webhook_unauthorized'),
  },
  payoutProvider: null,
  ageCheckProvider: null,
  rooms: null,
  accounts: null,
  certificates: null,
  adminEmails: [],
  mount: async () => undefined,
  close: () => undefined,
};

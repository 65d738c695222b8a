import type { Discord } from './compose-discord.ts';
import type { Outside } from './compose-outside.ts';
import { type CallWatch, watchCalls } from './platform/watch-calls.ts';

/** The services that the product stands on, with what they are asked counted. */
export function watchOutside(watch: CallWatch, outside: Outside): Outside {
  const { mailer, identityProvider, paymentProvider, ageCheckProvider } = outside;
  const paymentCalls = ['createCheckout', 'lookup', 'refund', 'expire'] as const;
  return {
    ...outside,
    mailer: watchCalls(watch, 'mail', mailer, ['send']),
    identityProvider: watchCalls(watch, 'sign_in', identityProvider, ['verify', 'browserConfig']),
    paymentProvider: watchCalls(watch, 'payments', paymentProvider, paymentCalls),
    ageCheckProvider:
      ageCheckProvider && watchCalls(watch, 'age', ageCheckProvider, ['start', 'lookup']),
  };
}

/** The way to Discord, with what it is asked counted. */
export function watchDiscord(watch: CallWatch, discord: Discord): Discord {
  const { rooms, accounts } = discord;
  const roomCalls = ['open', 'isOccupied', 'close', 'list'] as const;
  return {
    rooms: rooms && watchCalls(watch, 'discord', rooms, roomCalls),
    accounts: accounts && watchCalls(watch, 'discord', accounts, ['identify']),
    mount: (app) => discord.mount(app),
  };
}

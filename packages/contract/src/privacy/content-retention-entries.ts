import { limits } from '../limits.ts';

const { kept } = limits;

/** An entry of `docs/retention.md`: data in the database, and the event that ends its storage. */
export type RetentionEntry = {
  /** The stored data, described for readers of the page. */
  readonly what: string;
  /** Tables and columns that contain the data. */
  readonly where: string;
} & (
  | {
      /** The data is deleted when its time has passed. */
      readonly ends: 'time';
      /** How long the data is stored. */
      readonly howLong: string;
      /** Why the data is stored for this time. */
      readonly why: string;
      /** Names of the jobs that delete the data, or the team if people delete it by hand. */
      readonly deletedBy: string;
    }
  | {
      /** The data is deleted when its owner deletes it. */
      readonly ends: 'owner';
      /** The event that ends the storage of the data. */
      readonly howLong: string;
    }
  | { readonly ends: 'never'; readonly why: string }
);

/** Retention entries for content that people publish, write, buy and sell; see `retentionEntries`. */
export const contentRetentionEntries = {
  account: [
    {
      ends: 'owner',
      what: 'profile, settings, badges',
      where: '`users`, `notice_settings`',
      howLong: 'the account: the row stays as “Usuário removido”, without anything of the person',
    },
    {
      ends: 'owner',
      what: 'blocks',
      where: '`user_blocks`',
      howLong: 'unblocking; the account of either',
    },
  ],
  published: [
    {
      ends: 'time',
      what: 'files of packs that nobody sells or has bought, uploads never finished',
      where: '`archives` and their files',
      howLong: '1 day waiting, 1 hour unfinished',
      why: 'the form is still open',
      deletedBy: '`archives.sweep`',
    },
    {
      ends: 'time',
      what: 'pictures that nothing shows and no copy of reported content holds',
      where: '`pictures` and their files',
      howLong: 'at once; after an hour where that failed, a day where a crash came between',
      why: '–',
      deletedBy: '`*.erase_picture`, `pictures.sweep`',
    },
    {
      ends: 'owner',
      what: 'posts, comments, likes',
      where: '`posts`, `post_hashtags`, `comments`, `post_likes`',
      howLong: 'each by its author; the account',
    },
    {
      ends: 'owner',
      what: 'services and packs',
      where: '`services`, `archives`',
      howLong: 'each by its seller; the account. What an order has bought stays for its buyer',
    },
    {
      ends: 'never',
      what: 'how banned pictures look',
      where: '`banned_pictures`',
      why: '64 bits each, from which no picture can be made',
    },
    {
      ends: 'never',
      what: 'words of titles and names',
      where: '`title_words`, `name_words`',
      why: 'counts of single words for corrections; a word goes with the last text that has it',
    },
  ],
  messages: [
    {
      ends: 'time',
      what: 'conversations whose two people have gone',
      where: '`conversations`, `conversation_members`, `messages`',
      howLong: `${kept.closedConversationDays} days after the second one went`,
      why: 'nobody can open them',
      deletedBy: '`retention.let_go`',
    },
    {
      ends: 'owner',
      what: 'messages',
      where: '`messages`',
      howLong: 'they stay for the other person, under “Usuário removido”; see above',
    },
  ],
  orders: [
    {
      ends: 'owner',
      what: 'Pix keys, and name and CPF of who receives (encrypted)',
      where: '`withdrawals.pix_key`, `withdrawals.payee`',
      howLong: 'the account; those of a withdrawal that is still to be paid at its payment',
    },
    {
      ends: 'never',
      what: 'orders, their steps, refunds, chargebacks, reviews; disputes with what both wrote and why the team decided',
      where:
        '`payments`, `payment_steps`, `order_archives`, `refunds`, `chargebacks`, `reviews`, `pack_downloads`, `disputes`',
      why: 'the other side’s proof of what was bought; accounts',
    },
    {
      ends: 'never',
      what: 'movements of money',
      where: '`ledger_*`, `withdrawals`, `payouts`',
      why: 'accounting; append-only, of uids alone',
    },
  ],
  payee: [
    {
      ends: 'owner',
      what: 'name, CPF and date of birth for withdrawals (encrypted)',
      where: '`payout_profiles`',
      howLong: 'the account',
    },
  ],
  evidence: [
    {
      ends: 'time',
      what: 'what a buyer was sent of a pack, by day',
      where: '`pack_download_days`',
      howLong: `${limits.orderFactsDays} days`,
      why: 'card networks accept contestations for up to 540 days',
      deletedBy: '`retention.let_go`',
    },
    {
      ends: 'time',
      what: 'category and description of a service as it was sold',
      where: '`sold_services`',
      howLong: `${limits.orderFactsDays} days after the order ended and last changed`,
      why: 'card networks accept contestations for up to 540 days',
      deletedBy: '`retention.let_go`',
    },
    {
      ends: 'time',
      what: 'sealed evidence of orders',
      where: '`evidence`',
      howLong: `${limits.evidenceDays} days after the dispute or chargeback is closed, whatever is deleted meanwhile`,
      why: 'the provider and a court may ask for it',
      deletedBy: '`retention.let_go`',
    },
  ],
  discord: [
    {
      ends: 'time',
      what: 'consents at Discord under way',
      where: '`discord_link_states`',
      howLong: `${limits.discordLinkMinutes} minutes; rows a day at most`,
      why: 'they are of no use afterwards',
      deletedBy: 'in passing, `retention.let_go`',
    },
    {
      ends: 'time',
      what: 'calls',
      where: '`calls`, `call_people`',
      howLong: `${limits.callHistoryDays} days after their end; between buyer and seller of a paid order since its checkout, ${limits.orderFactsDays} days after the order last changed`,
      why: 'trouble with a call is reported within days; card networks accept contestations for up to 540 days',
      deletedBy: '`calls.sweep`',
    },
    {
      ends: 'owner',
      what: 'Discord account',
      where: '`users.discord_id`',
      howLong: 'disconnecting; the account',
    },
    {
      ends: 'owner',
      what: 'Discord accounts of the two people in a call',
      where: '`calls.caller_discord_id`, `calls.callee_discord_id`',
      howLong: 'the room of the call; the account',
    },
  ],
} as const satisfies Readonly<Record<string, readonly RetentionEntry[]>>;

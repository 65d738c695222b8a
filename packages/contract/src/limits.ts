/**
 * Numbers of Guilda's rules: lengths, sizes, counts and times, including those that only the server or only the
 * browser uses. Operators' settings are in `packages/server/src/config`. Text lengths are in UTF-16 code units; other
 * units are in the name. The rules behind the numbers are in `docs/product/limits.md`.
 */
export const limits = {
  username: { min: 6, max: 16 },
  /** Maximum length of a name taken from the identity provider; a longer name is shortened. */
  displayName: 60,
  bio: 150,
  /** Maximum number of people whom one person blocks. */
  blocks: 1_000,
  effectPhrase: 60,
  serviceTitle: 35,
  serviceDescription: 280,
  comment: 500,
  reviewTitle: 100,
  reviewDescription: 500,
  reportTitle: 100,
  reportDescription: 500,
  feedback: 500,
  supportMessage: 120,
  postTitle: 75,
  postDescription: 280,
  postHashtags: 75,
  rating: { min: 1, max: 5, initial: 5 },
  /** Maximum price of a service in centavos: R$ 50.000,00. */
  maxPrice: 5_000_000,
  /** Number of rows in one page of a list: default and maximum. */
  page: { initial: 20, max: 50 },
  searchText: 100,
  /** Maximum size of a service image, profile photo or post photo, in bytes. */
  pictureBytes: 10 * 1024 * 1024,
  /** Maximum number of pixels of a picture, checked before it is decoded. */
  picturePixels: 50_000_000,
  /** Maximum number of files in a pack, which is the set of files that one service sells. */
  archives: 50,
  /** Maximum size of a file of a pack in bytes, unless `MAX_ARCHIVE_MB` sets another size. */
  archiveBytes: 100 * 1024 * 1024,
  /** Maximum number of a person's uploaded files that no service uses yet. */
  waitingArchives: 100,
  /** Maximum length of a stored file name. */
  archiveName: 120,
  /** Lifetime of a signed URL of a pack file, in seconds. */
  packAddressSeconds: 300,
  reviewAnswer: 500,
  /**
   * Days for which the payment of an order is looked up at the provider once a day, counted from the order: `unpaid`
   * while nothing was paid, `paid` afterwards, because chargebacks arrive late.
   */
  paymentLookupDays: { unpaid: 3, paid: 180 },
  /** Days for which a refund is retried at the provider; afterwards an administrator must handle it. */
  refundRetryDays: 3,
  /** Days for which a paid payout is looked up at the provider, because banks return Pix transfers for so long. */
  payoutReturnDays: 90,
  /** Minimum withdrawal in centavos: R$ 1,00. */
  minWithdrawal: 100,
  refusalReason: 200,
  /** Minimum and maximum length of the legal name in a payout profile. */
  legalName: { min: 3, max: 120 },
  /** Minimum age in years for withdrawing money. */
  payoutAge: 18,
  /** Earliest date of birth that a form accepts. */
  earliestBirthDate: '1900-01-01',
  /** Lifetime in minutes of a confirmation, which proves a fresh sign-in. */
  confirmationMinutes: 5,
  /** Maximum age in minutes of the sign-in with the identity provider when a confirmation is issued for it. */
  confirmedSignInMinutes: 5,
  /** Maximum length of the reason of a moderation action; the person concerned reads this reason. */
  moderationReason: 200,
  appeal: 500,
  /**
   * Days within which the sender of a report, support request, feedback or appeal gets an answer (Decreto 7.962/2013,
   * art. 4, single paragraph).
   */
  answerDays: 5,
  disputeDescription: 500,
  disputeMessage: 500,
  dispute: {
    /** Hours after the opening of a dispute within which the team decides. */
    decideHours: 72,
    /** Hours after the seller's answer within which an administrator first reads the dispute. */
    firstLookHours: 4,
    /** Minimum hours for which a completed order's money stays held after its buyer withdrew the dispute. */
    minClearingHours: 1,
  },
  /** Longest temporary suspension in days; a suspension without days is permanent. */
  suspensionDays: 365,
  /** Minutes within which a repeated warning is ignored as a double click; only for warnings without a case. */
  repeatedWarningMinutes: 60,
  /**
   * A report about a minor hides nothing automatically when `count` such reports by the same author were dismissed
   * within the last `days` days.
   */
  falseReports: { count: 2, days: 30 },
  /**
   * Maximum number of open reports of one author that have a consequence before the team decides: that hide something
   * because of a minor, and that require a proof of age.
   */
  earlyConsequences: { minor: 5, underage: 2 },
  /** Maximum number of cases in one bulk decision. */
  bulkCases: 50,
  /** Days after which a finished data export is deleted. */
  exportDays: 7,
  /** Lifetime of the download URL of a data export, in seconds. */
  exportAddressSeconds: 300,
  /** Maximum number of finished data exports of a person; a further export replaces the oldest. */
  exportsKept: 3,
  /**
   * Days for which data about an order is kept as evidence, counted from the last change of the order; card networks
   * accept chargebacks for up to 540 days.
   */
  orderFactsDays: 540,
  /**
   * Days for which evidence and copies of reported content are kept after their dispute, chargeback or case has ended.
   */
  evidenceDays: 180,
  /** Maximum number of messages in one record of evidence; the newest are included. */
  evidenceMessages: 1_000,
  /**
   * Maximum number of entries in each of two lists in one record of evidence: downloads (an entry for each file and
   * day) and calls. The newest are included.
   */
  evidenceFacts: 500,
  /**
   * Retention times of other data, with the unit in the name; `docs/retention.md`, the privacy page and the deletion
   * jobs share these numbers.
   */
  kept: {
    /** Retention of access records, which the Marco Civil requires (art. 15). */
    accessRecordMonths: 6,
    /** Retention of the access records that an operator decrypted for a person's data export. */
    accessRecordCopyDays: 7,
    caseTextYears: 2,
    /** Minimum retention of copies of reports about minors (Lei 15.211/2025, art. 27 § 2). */
    minorCopyMonths: 6,
    endedSessionDays: 30,
    declinedAgeCheckDays: 1,
    openAgeCheckDays: 30,
    /** Retention of a closed account's age requirement; the requirement applies again if the person returns. */
    closedAgeRequirementMonths: 6,
    readNotificationDays: 90,
    unreadNotificationDays: 180,
    closedConversationDays: 30,
    pageErrorDays: 30,
    visitCountDays: 400,
    webhookDays: 90,
    failedJobDays: 30,
  },
  /** Maximum number of analytics events in one request. */
  analyticsEvents: 20,
  /** Duration in ms above which a task of the browser is reported as slow. */
  longTaskMs: 50,
  /** Duration in ms above which the loading of a resource is reported as slow. */
  slowResourceMs: 1_000,
  message: 2000,
  /** Highest unread count of a conversation. */
  unreadMessages: 100,
  /** Number of messages, or of chat partners, in one page. */
  chatPage: 15,
  /** Characters of the last message that its preview shows before `...`. */
  messagePreview: 15,
  /** Time for which the typing hint is shown, in ms. */
  typingShownMs: 3_000,
  /** Minimum interval between typing events, in ms. */
  typingEmitIntervalMs: 2_000,
  /** Delay in ms from a page change to the event `userActivity`; a further page change restarts the delay. */
  activityDelayMs: 1_000,
  /** Connection timeout of the browser's socket, its number of reconnection attempts and the delay between them. */
  socket: { timeoutMs: 20_000, attempts: 5, delayMs: 1_000 },
  replicas: {
    /** Maximum replication lag in ms at which a replica of the database still answers reads. */
    maxLagMs: 5_000,
    /**
     * Time in ms after a write during which reads by the same person use the primary database; longer than `maxLagMs`,
     * so that the person sees what they wrote.
     */
    primaryAfterWriteMs: 10_000,
  },
  /** Time after a person's last socket closed until the person is offline, in ms. */
  offlineAfterMs: 10_000,
  /** Maximum number of people in the event `usersOnline`. */
  usersOnline: 1_000,
  /** Lifetime of the `state` parameter of a Discord authorization, in minutes. */
  discordLinkMinutes: 10,
  /** Lifetime of the invite to a call's room, in seconds. */
  inviteSeconds: 600,
  /** Number of times that the invite to a call's room can be used. */
  inviteUses: 2,
  /** Seconds from the moment when the last person leaves a call's room until the room is closed. */
  emptyRoomSeconds: 60,
  /** Seconds from the opening of a call's room until the room is closed if nobody has joined it. */
  unusedRoomSeconds: 600,
  /** Days for which ended calls are stored. */
  callHistoryDays: 30,
  /** Duration of the confetti animation when a call is accepted or a payment confirmed, in ms. */
  confettiMs: 3_000,
  notificationContent: 300,
  /** Maximum age in seconds of a message about which a client may request a notification. */
  notifiableMessageSeconds: 60,
  /** Minutes after which an unread message is reported by e-mail. */
  missedMessageMinutes: 15,
  /** Maximum number of push subscriptions of a person. */
  pushSubscriptions: 20,
  /** Highest number that the "new posts" counter of a feed shows. */
  freshPosts: 50,
  /** Interval at which the browser requests the counters of the posts on screen, in ms. */
  pulseMs: 10_000,
  /** Number of hashtags in the list of the week's most used hashtags. */
  trendingHashtags: 10,
  /**
   * The top-contributor badge goes to the people with the most posts and comments in the last `countedDays` days, if
   * they have at least `minContributions`. At most `minBadges` people or `badgeShare` of all get it, whichever is more.
   */
  topContributors: { countedDays: 30, minBadges: 10, badgeShare: 0.01, minContributions: 10 },
  /** Maximum number of suggestions of each kind while a search text is typed. */
  suggestions: 5,
  /** Maximum number of pages that wait to be rendered on a node, and that are rendered or wait for one address. */
  waitingPages: { perNode: 100, perAddress: 50 },
  /** Pause after the last key, in ms, before suggestions or the number of results are requested. */
  suggestionPauseMs: 150,
  /** Maximum number of recent searches that a browser keeps. */
  recentSearches: 8,
  /** Time for which a toast is shown, in ms. */
  toastMs: 5_000,
  openChatAfterStartMs: 500,
  /** Past days whose started orders give a seller's usual time from payment to start. */
  usualStartDays: 90,
  accessTokenMinutes: 15,
  /** Days after the sign-in at which a session ends; refreshing its tokens does not extend it. */
  refreshTokenDays: 30,
  /** Maximum number of active sessions in a person's list: those that were used last. */
  listedSessions: 100,
} as const;

/**
 * A rate limit: `points` requests in `seconds`, per person; for visitors, per address. An address is an IPv4 address or
 * the /64 network of an IPv6 address.
 */
export interface RateLimit {
  readonly points: number;
  readonly seconds: number;
  /** Set when requests are counted by address even for a signed-in person. */
  readonly perIp?: true;
  /** Set when only successful requests count; a refused request counts towards `general` only. */
  readonly successesOnly?: true;
}

export const rateLimits = {
  signIn: { points: 20, seconds: 60, perIp: true },
  /** Rate limit of accounts that one identity creates, each after it has closed the one before. */
  newAccounts: { points: 3, seconds: 86_400 },
  /** Rate limit of messages, and of `notification` events that a client sends. */
  messagesBurst: { points: 20, seconds: 10 },
  messagesSteady: { points: 200, seconds: 600 },
  /** Rate limit of all calls that a person places. */
  calls: { points: 5, seconds: 300 },
  /** Rate limit of the calls that a person places to one other person. */
  callsToOne: { points: 2, seconds: 300 },
  discordLinks: { points: 20, seconds: 600 },
  pushTests: { points: 10, seconds: 600 },
  posts: { points: 10, seconds: 3600, successesOnly: true },
  comments: { points: 60, seconds: 3600, successesOnly: true },
  likes: { points: 300, seconds: 3600 },
  services: { points: 20, seconds: 3600, successesOnly: true },
  /** Rate limit of placed orders: each of them notifies and mails the seller. */
  orders: { points: 300, seconds: 3600, successesOnly: true },
  /** Rate limit of lookups at the provider by reading unpaid orders; above it the stored state is answered. */
  paymentLookups: { points: 30, seconds: 60 },
  reports: { points: 20, seconds: 3600 },
  feedback: { points: 20, seconds: 3600 },
  support: { points: 20, seconds: 3600 },
  appeals: { points: 20, seconds: 3600, successesOnly: true },
  exports: { points: 10, seconds: 86_400, successesOnly: true },
  annualStatements: { points: 20, seconds: 86_400, successesOnly: true },
  /** Rate limit of openings of an order's evidence, whose pages are rendered for each of them. */
  evidence: { points: 60, seconds: 3600, successesOnly: true },
  analytics: { points: 120, seconds: 60, perIp: true },
  clientErrors: { points: 20, seconds: 60, perIp: true },
  ageChecks: { points: 20, seconds: 86_400, successesOnly: true },
  search: { points: 60, seconds: 60 },
  /** Suggestions do not count as searches: fast typing requests up to five of them per second. */
  suggestions: { points: 300, seconds: 60 },
  /**
   * Rate limit of new sockets of one address, counted before authentication. It is high because carriers put thousands
   * of people behind one address, who all reconnect at once when a node stops.
   */
  handshakes: { points: 1_000, seconds: 10, perIp: true },
  general: { points: 600, seconds: 60 },
} as const satisfies Record<string, RateLimit>;

export type RateLimitName = keyof typeof rateLimits;

/**
 * The age in years that a person must prove after a report that they are under age (`docs/product/moderation.md`): the
 * age of the setting `ACCOUNT_AGE`, or 18 when it is not set (`null`).
 */
export const ageToProve = <Age extends number>(accountAge: Age | null): Age | 18 =>
  accountAge ?? 18;

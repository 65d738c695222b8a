/**
 * The numbers of the product's rules: lengths, sizes, counts and times, also those that one side alone
 * uses. Operators' settings are in `packages/server/src/config`. Text lengths are UTF-16 code units; other
 * units are in the name. The rules behind the numbers are in `docs/product/limits.md`.
 */
export const limits = {
  username: { min: 6, max: 16 },
  /** Name taken over from the identity provider. */
  displayName: 60,
  bio: 150,
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
  /** Centavos: R$ 50.000,00. */
  maxPrice: 5_000_000,
  /** Rows in one page of a list: default and maximum. */
  page: { initial: 20, max: 50 },
  searchText: 100,
  /** Bytes of a service image, profile photo or post photo. */
  pictureBytes: 10 * 1024 * 1024,
  /** Pixels of a picture before it is decoded. */
  picturePixels: 50_000_000,
  /** Files of a pack, and bytes of each file unless `MAX_ARCHIVE_MB` sets another limit. */
  archives: 50,
  archiveBytes: 100 * 1024 * 1024,
  /** Uploaded files of one person that no service uses yet. */
  waitingArchives: 100,
  /** Length of a stored file name. */
  archiveName: 120,
  /** Lifetime of a signed pack address, in seconds. */
  packAddressSeconds: 300,
  reviewAnswer: 500,
  /** Minimum withdrawal in centavos: R$ 1,00. */
  minWithdrawal: 100,
  refusalReason: 200,
  /** Reason of a moderation action, shown to the person concerned. */
  moderationReason: 200,
  appeal: 500,
  /** Longest temporary suspension; a suspension without days is permanent. */
  suspensionDays: 365,
  /** Cases in one bulk decision. */
  bulkCases: 50,
  /** Days a finished data export is kept, and lifetime of its download address in seconds. */
  exportDays: 7,
  exportAddressSeconds: 300,
  /** Finished exports kept per person; a further one replaces the oldest. */
  exportsKept: 3,
  /** Analytics events in one request. */
  analyticsEvents: 20,
  /** Thresholds above which a task or resource is reported as slow. */
  longTaskMs: 50,
  slowResourceMs: 1_000,
  message: 2000,
  /** Messages, and chat partners, in one page. */
  chatPage: 15,
  /** Characters of a last-message preview before `...`. */
  messagePreview: 15,
  /** How long the typing hint is shown, and the minimum interval between typing events. */
  typingShownMs: 3_000,
  typingEmitIntervalMs: 2_000,
  /** Debounce of the activity event after a page change. */
  activityDelayMs: 1_000,
  /** Reconnection settings of the browser's socket. */
  socket: { timeoutMs: 20_000, attempts: 5, delayMs: 1_000 },
  /** A person is offline this long after their last socket closed. */
  offlineAfterMs: 10_000,
  /** Maximum number of entries in `usersOnline`. */
  usersOnline: 1_000,
  /** Lifetime of the state of a Discord authorization. */
  discordLinkMinutes: 10,
  /** Lifetime and number of uses of the invite to a call's room. */
  inviteSeconds: 600,
  inviteUses: 2,
  /** Confetti animation of an accepted call. */
  confettiMs: 3_000,
  notificationContent: 300,
  /** Messages unread for this long are reported by e-mail. */
  missedMessageMinutes: 15,
  /** Push subscriptions per person. */
  pushSubscriptions: 20,
  /** Cap of the "new posts" counter of a feed on screen. */
  freshPosts: 50,
  /** Hashtags in the list of the week. */
  trendingHashtags: 10,
  /**
   * The top-contributor badge: posts and comments of the last `countedDays` days count. `minBadges` people have
   * the badge, or `badgeShare` of all people if that is more.
   */
  topContributors: { countedDays: 30, minBadges: 10, badgeShare: 0.01 },
  toastMs: 5_000,
  openChatAfterStartMs: 500,
  accessTokenMinutes: 15,
  refreshTokenDays: 30,
  checkoutMinutes: 60,
} as const;

/**
 * A rate limit: `points` in `seconds`, per user, or per address for visitors. An address is an IPv4
 * address or an IPv6 /64.
 */
export interface RateLimit {
  readonly points: number;
  readonly seconds: number;
  /** Counted per address even for a signed-in person. */
  readonly perIp?: true;
  /** Counts successful requests only; a refused one counts towards `general` alone. */
  readonly made?: true;
}

export const rateLimits = {
  signIn: { points: 20, seconds: 60, perIp: true },
  /** Messages, and `notification` events sent by a client. */
  messagesBurst: { points: 20, seconds: 10 },
  messagesSteady: { points: 200, seconds: 600 },
  /** Call attempts of one person in total, and to the same person. */
  calls: { points: 5, seconds: 300 },
  callsToOne: { points: 2, seconds: 300 },
  discordLinks: { points: 20, seconds: 600 },
  pushTests: { points: 10, seconds: 600 },
  posts: { points: 10, seconds: 3600, made: true },
  comments: { points: 60, seconds: 3600, made: true },
  likes: { points: 300, seconds: 3600 },
  services: { points: 20, seconds: 3600, made: true },
  reports: { points: 20, seconds: 3600 },
  feedback: { points: 20, seconds: 3600 },
  support: { points: 20, seconds: 3600 },
  appeals: { points: 20, seconds: 3600, made: true },
  exports: { points: 10, seconds: 86_400, made: true },
  analytics: { points: 120, seconds: 60, perIp: true },
  clientErrors: { points: 20, seconds: 60, perIp: true },
  ageChecks: { points: 20, seconds: 86_400, made: true },
  search: { points: 60, seconds: 60 },
  /**
   * New sockets of one address, counted before authentication. It is generous because carriers put
   * thousands of people behind one address, who all reconnect at once when a node stops.
   */
  handshakes: { points: 1_000, seconds: 10, perIp: true },
  general: { points: 600, seconds: 60 },
} as const satisfies Record<string, RateLimit>;

export type RateLimitName = keyof typeof rateLimits;

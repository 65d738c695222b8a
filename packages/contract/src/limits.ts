/** Every number of `spec §5` and `spec §9`, in UTF-16 code units, ms, bytes or counts as named. */
export const limits = {
  username: { min: 6, max: 16 },
  /** Of the name that comes from the identity provider. */
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
  /** Centavos: R$ 50.000,00 (`product §4`). */
  maxPrice: 5_000_000,
  /** Rows in one page of a list. */
  page: { initial: 20, max: 50 },
  searchText: 100,
  /** Bytes of a service image, a profile or post photo (`product §4`). */
  pictureBytes: 10 * 1024 * 1024,
  /** Pixels of a picture before it is decoded. */
  picturePixels: 50_000_000,
  /** Files of a pack, and bytes of each unless `MAX_ARCHIVE_MB` says otherwise (`product §4`). */
  archives: 50,
  archiveBytes: 100 * 1024 * 1024,
  /** Files a person may have waiting for a service. */
  waitingArchives: 100,
  /** UTF-16 units of a file's name as it is kept. */
  archiveName: 120,
  /** How long an address of a pack holds, in s (`product §12`). */
  packAddressSeconds: 300,
  reviewAnswer: 500,
  /** Centavos: the least that is paid out, R$ 1,00. */
  minWithdrawal: 100,
  refusalReason: 200,
  /** Why the team hid or marked something, as its author reads it. */
  moderationReason: 200,
  appeal: 500,
  /** The longest suspension that ends; longer ones are for good. */
  suspensionDays: 365,
  /** Cases that are decided alike at once. */
  bulkCases: 50,
  /** Days for which a copy of somebody's data is kept for them, and s for which its address holds. */
  exportDays: 7,
  exportAddressSeconds: 300,
  /** Copies that are kept of one person; of more the oldest ends. */
  exportsKept: 3,
  /** Events that a browser tells at once. */
  analyticsEvents: 20,
  /** What counts as slow (`spec §9`). */
  longTaskMs: 50,
  slowResourceMs: 1_000,
  /** UTF-16 units of a chat message (`product §6`). */
  message: 2000,
  /** Messages and chat partners of one page (`spec §9`). */
  chatPage: 15,
  /** Characters of a last message before `...` (`spec §9`). */
  messagePreview: 15,
  /** How long the typing hint stands, and how often typing is told at most (`spec §9`). */
  typingShownMs: 3_000,
  typingToldEveryMs: 2_000,
  /** Activity is told this long after a change of page (`spec §9`). */
  activityDelayMs: 1_000,
  /** The client's socket (`spec §9`). */
  socket: { timeoutMs: 20_000, attempts: 5, delayMs: 1_000 },
  /** A person counts as gone this long after the last of their sockets ended (`product §6`). */
  offlineAfterMs: 10_000,
  /** People that `usersOnline` names at most. */
  usersOnline: 1_000,
  /** How long a person has to consent at Discord. */
  discordLinkMinutes: 10,
  /** How long an invite to a call's room works, and for how many (`product §7`). */
  inviteSeconds: 600,
  inviteUses: 2,
  /** The confetti of an accepted call (`spec §2`). */
  confettiMs: 3_000,
  /** UTF-16 units of what a notification says. */
  notificationContent: 300,
  /** Messages unread for this long are told by e-mail. */
  missedMessageMinutes: 15,
  /** Devices of a person that browser notices reach. */
  pushSubscriptions: 20,
  /** New posts that a list on screen counts at most. */
  freshPosts: 50,
  /** Hashtags that are shown as the week's. */
  trendingHashtags: 10,
  toastMs: 5_000,
  openChatAfterStartMs: 500,
  accessTokenMinutes: 15,
  refreshTokenDays: 30,
  checkoutMinutes: 60,
} as const;

/**
 * Who and what a rate limit counts: `points` in `seconds`, per user, or for visitors per address, which
 * is an IPv4 address or a /64 of IPv6 (`product §8`).
 */
export interface RateLimit {
  readonly points: number;
  readonly seconds: number;
  /** Counted per address even for a signed-in person. */
  readonly perIp?: true;
  /** Counts what was made: a refused request counts towards `general` alone. */
  readonly made?: true;
}

export const rateLimits = {
  signIn: { points: 20, seconds: 60, perIp: true },
  /** Messages, and what a client tells of them by itself. */
  messagesBurst: { points: 20, seconds: 10 },
  messagesSteady: { points: 200, seconds: 600 },
  /** Call attempts of a person, and those to one other (`product §7`). */
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
   * New sockets of one address, before anyone knows whose they are: carriers put thousands of people
   * behind one, who all come back at once when a node ends.
   */
  handshakes: { points: 1_000, seconds: 10, perIp: true },
  general: { points: 600, seconds: 60 },
} as const satisfies Record<string, RateLimit>;

export type RateLimitName = keyof typeof rateLimits;

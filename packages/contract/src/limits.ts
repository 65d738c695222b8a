/** Every number of `spec §5` and `spec §9`, in UTF-16 code units, ms, bytes or counts as named. */
export const limits = {
  username: { min: 6, max: 16 },
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

/** Who and what a rate limit counts: `points` in `seconds`, per user, or per IP for visitors (`product §8`). */
export interface RateLimit {
  readonly points: number;
  readonly seconds: number;
  /** Counted per IP even for a signed-in person. */
  readonly perIp?: true;
  /** Counts what was made: a refused request counts towards `general` alone. */
  readonly made?: true;
}

export const rateLimits = {
  signIn: { points: 20, seconds: 60, perIp: true },
  messagesBurst: { points: 20, seconds: 10 },
  messagesSteady: { points: 200, seconds: 600 },
  posts: { points: 10, seconds: 3600, made: true },
  comments: { points: 60, seconds: 3600, made: true },
  likes: { points: 300, seconds: 3600 },
  services: { points: 20, seconds: 3600, made: true },
  reports: { points: 20, seconds: 3600 },
  feedback: { points: 20, seconds: 3600 },
  support: { points: 20, seconds: 3600 },
  ageChecks: { points: 20, seconds: 86_400, made: true },
  search: { points: 60, seconds: 60 },
  general: { points: 600, seconds: 60 },
} as const satisfies Record<string, RateLimit>;

export type RateLimitName = keyof typeof rateLimits;

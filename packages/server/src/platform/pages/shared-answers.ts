import type { RateLimitName } from '@guilda/contract/limits';
import { memoizeUntilChange, type PublicChanges } from '../database/public-changes.ts';
import type { TakeRateLimitPoint } from '../limits/rate-limit-payer.ts';
import { err } from '../result.ts';
import type { CallAnswer, PageCall } from './render-page.ts';

/**
 * Time in ms for which pages share an answer. Prices, ratings and counts may be five seconds old, of which kept pages
 * (`kept-pages.ts`) use 4.5.
 */
const SHARED_MS = 500;
/** Maximum number of answers that are held; an answer has some ten kilobytes. */
const MAX_ANSWERS = 200;

/** Calls the API as a visitor; rate limit points are taken by `takePoint`. */
export type AskApi = (call: PageCall, takePoint: TakeRateLimitPoint) => Promise<CallAnswer>;

const refusePoint: TakeRateLimitPoint = async () => err('rate_limited');

interface SharedAnswer {
  readonly answer: CallAnswer;
  /** Rate limit points that the call took; every page that shares the answer pays the same number. */
  readonly costs: readonly RateLimitName[];
}

/**
 * Shares the API's answers among pages that are rendered at the same time and make the same call, which is safe because
 * every page is rendered as for a visitor. A shared answer still counts against the rate limits of each reader. Only
 * successful answers are shared.
 */
export function shareAnswers(askApi: AskApi, changes: PublicChanges | null): AskApi {
  if (!changes) return askApi;
  const readShared = memoizeUntilChange<SharedAnswer>(changes, {
    ms: SHARED_MS,
    maxKeys: MAX_ANSWERS,
  });
  return async (call, takePoint) => {
    if (call.method !== 'GET') return askApi(call, takePoint);
    let isOwn = false;
    const { answer, costs } = await readShared(call.url, async () => {
      isOwn = true;
      const takenPoints: RateLimitName[] = [];
      const ownAnswer = await askApi(call, (name) => {
        takenPoints.push(name);
        return takePoint(name);
      });
      return { answer: ownAnswer, costs: takenPoints };
    });
    if (isOwn) return answer;
    if (answer.status !== 200) return askApi(call, takePoint);
    const points = await Promise.all(costs.map(takePoint));
    return points.every(({ ok: isPaid }) => isPaid) ? answer : askApi(call, refusePoint);
  };
}

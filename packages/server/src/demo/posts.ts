import type { DemoPost } from './demo-post.ts';
import { postsOfTheWeek } from './posts-of-the-week.ts';
import { postsOfToday } from './posts-of-today.ts';

/** All posts of the demo, newest first. */
export const demoPosts: readonly DemoPost[] = [...postsOfToday, ...postsOfTheWeek];

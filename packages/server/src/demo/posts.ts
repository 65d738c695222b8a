import type { DemoPost } from './demo-post.ts';
import { postsOfTheWeek } from './posts-of-the-week.ts';
import { recentDemoPosts } from './recent-demo-posts.ts';

/** All posts of the demo, newest first. */
export const demoPosts: readonly DemoPost[] = [...recentDemoPosts, ...postsOfTheWeek];

export { CategoryStrip } from './category-strip.tsx';
export { loadNewestPosts, NewestPosts } from './community-slice.tsx';
export { HomeHero } from './hero-wall.tsx';
export { HowItWorks } from './how-it-works.tsx';
export { WaitingForYou } from './waiting-for-you.tsx';

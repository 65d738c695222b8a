export { CategoryStrip } from './category-strip.tsx';
export { HomeHero } from './home-hero.tsx';
export { HowItWorks } from './how-it-works.tsx';
export { loadNewestPosts, NewestPosts } from './newest-posts.tsx';
export { WaitingForYou } from './waiting-for-you.tsx';

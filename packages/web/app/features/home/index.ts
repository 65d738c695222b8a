export { CategoryStrip } from './category-strip.tsx';
export { CommunitySlice, loadNewestPosts } from './community-slice.tsx';
export { HeroWall } from './hero-wall.tsx';
export { HowItWorks } from './how-it-works.tsx';
export { WaitingForYou } from './waiting-for-you.tsx';

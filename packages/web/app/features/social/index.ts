export { PostTeasers } from './card/post-teaser.tsx';

export {
  type CleanMedia,
  type CleanMediaError,
  type CleanMediaResult,
  cleanMedia,
  type MediaType,
} from './clean-media.ts';

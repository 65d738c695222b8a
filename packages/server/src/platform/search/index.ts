export {
  type Corrections,
  fitting,
  noCorrections,
  readCorrections,
  writeCorrections,
} from './corrections.ts';
export { type Layered, readLayers } from './layers.ts';
export {
  holds,
  layersOf,
  type Match,
  matchAll as all,
  matchAny as any,
  prefixOf as beginning,
} from './tsquery.ts';
export { findNear, isCorrectable, readWords, type Word } from './words.ts';

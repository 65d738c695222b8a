export {
  type Corrections,
  fitting,
  noCorrections,
  readCorrections,
  writeCorrections,
} from './corrections.ts';
export { type Layered, readLayers } from './layers.ts';
export { all, any, beginning, holds, layersOf, type Match } from './tsquery.ts';
export { findNear, isCorrectable, readWords, type Word } from './words.ts';

export {
  type Corrections,
  keepFittingCorrections,
  noCorrections,
  parseCorrections,
  serializeCorrections,
} from './corrections.ts';
export { readLayers, type WithLayer } from './layers.ts';
export {
  matchAll as all,
  matchAny as any,
  matchLexeme,
  matchPrefix as beginning,
  type TsQuery,
  toDisjointLayers,
} from './tsquery.ts';
export { findCorrections, isCorrectable, type QueryWord, readWords } from './words.ts';

export {
  type Corrections,
  keepFittingCorrections,
  noCorrections,
  parseCorrections,
  serializeCorrections,
} from './corrections.ts';
export { keepByText } from './keep-by-text.ts';
export { readLayers, type WithLayer } from './layers.ts';
export {
  matchAll,
  matchAny,
  matchLexeme,
  matchPrefix,
  type TsQuery,
  toDisjointLayers,
} from './tsquery.ts';
export {
  findCorrections,
  isCorrectable,
  matchWord,
  type QueryWord,
  readWords,
} from './words.ts';

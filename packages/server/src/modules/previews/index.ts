export {
  erasePreviews,
  keptPreviews,
  type PreviewDeps,
  type PreviewKind,
  type Previews,
} from './kept-previews.ts';
export { createPreviewPainter } from './preview-painter.ts';
export { servePreviews } from './serve-previews.ts';

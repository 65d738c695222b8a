export { createPreviewRenderer } from './preview-renderer.ts';
export { servePreviews } from './serve-previews.ts';
export {
  createStoredPreviews,
  erasePreviews,
  type PreviewDeps,
  type PreviewKind,
  type Previews,
} from './stored-previews.ts';

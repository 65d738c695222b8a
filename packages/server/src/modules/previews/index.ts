export { createPreviewRenderer } from './preview-renderer.ts';
export { servePreviews } from './serve-previews.ts';
export {
  erasePreviews,
  type PreviewDeps,
  type PreviewKind,
  type Previews,
  storedPreviews,
} from './stored-previews.ts';

import type { Service } from './catalog.ts';
import type { Post } from './social.ts';

/** Pixels of a link preview picture, as every network asks for it. */
export const previewSize = { width: 1200, height: 630 } as const;

/** Raised when the drawing itself changes, so that every address changes with it. */
const DESIGN = 1;

/** What the preview picture of a service shows of it. */
export type PreviewedService = Pick<
  Service,
  'id' | 'title' | 'price' | 'type' | 'category' | 'photoURL' | 'rating' | 'reviewCount'
> & { readonly seller: Pick<Service['seller'], 'displayName' | 'photoURL'> };

/** FNV-1a of 32 bits over UTF-16 units: it names content and keeps no secret. */
function fnv1a(text: string, seed: number): string {
  let hash = seed;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** Names what is shown: another content, another name. */
function versionOf(shown: readonly unknown[]): string {
  const text = JSON.stringify([DESIGN, ...shown]);
  return fnv1a(text, 0x811c9dc5) + fnv1a(text, 0x9747b28c);
}

/** Names what the preview of a service shows. */
export function servicePreviewVersion(service: PreviewedService): string {
  const { title, price, type, category, photoURL, rating, reviewCount, seller } = service;
  const shown = [title, price, type, category, photoURL, rating, reviewCount];
  return versionOf([...shown, seller.displayName, seller.photoURL]);
}

/**
 * The address of a service's link preview, from the root: a PNG of `previewSize` that is there for
 * what a visitor may see. It changes with what the picture shows, because networks keep what they
 * have fetched (`product §6`).
 */
export function servicePreviewURL(service: PreviewedService): string {
  return `/files/previews/services/${service.id}.png?v=${servicePreviewVersion(service)}`;
}

/** What the preview picture of a post shows of it. */
export type PreviewedPost = Pick<
  Post,
  'uid' | 'title' | 'description' | 'hashtags' | 'photoURL'
> & { readonly author: Pick<Post['author'], 'username' | 'displayName' | 'photoURL'> };

/** Names what the preview of a post shows. */
export function postPreviewVersion(post: PreviewedPost): string {
  const { title, description, hashtags, photoURL, author } = post;
  const shown = [title, description, hashtags, photoURL];
  return versionOf([...shown, author.username, author.displayName, author.photoURL]);
}

/** The address of a post's link preview, as `servicePreviewURL` is of a service's. */
export function postPreviewURL(post: PreviewedPost): string {
  return `/files/previews/posts/${post.uid}.png?v=${postPreviewVersion(post)}`;
}

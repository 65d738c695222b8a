import { describe, expect, it } from 'vitest';
import {
  type PreviewedPost,
  type PreviewedService,
  postPreviewURL,
  postPreviewVersion,
  servicePreviewURL,
  servicePreviewVersion,
} from './previews.ts';

const previewedService: PreviewedService = {
  id: '0199d3a0-0000-7000-8000-00000000000a',
  title: 'Aula de mira',
  price: '49.90',
  type: 'call',
  category: 'valorant',
  photoURL: '/files/pictures/0199d3a0-0000-7000-8000-00000000000b/1280.webp',
  rating: 4.9,
  reviewCount: 212,
  seller: { displayName: 'Beatriz', photoURL: null },
};

const previewedPost: PreviewedPost = {
  uid: '0199d3a0-0000-7000-8000-00000000000c',
  title: 'Terminei o retrato',
  description: 'Onze horas de vetor.',
  hashtags: ['desenho', 'vetor'],
  photoURL: null,
  author: { username: 'beatriz', displayName: 'Beatriz', photoURL: null },
};

describe('the address of a post’s link preview', () => {
  it('depends on the post and the shown fields only', () => {
    expect(postPreviewURL(previewedPost)).toMatch(
      /^\/files\/previews\/posts\/0199d3a0-0000-7000-8000-00000000000c\.png\?v=[0-9a-f]{16}$/,
    );
    const postWithCounters = { ...previewedPost, likes: 7, liked: true, commentCount: 3 };
    expect(postPreviewURL(postWithCounters)).toBe(postPreviewURL(previewedPost));
  });

  it('changes with every shown field', () => {
    const changes: Partial<PreviewedPost>[] = [
      { title: '' },
      { description: 'Doze horas de vetor.' },
      { hashtags: ['desenho vetor'] },
      { photoURL: '/foto.webp' },
      { author: { ...previewedPost.author, username: 'bia.vetor' } },
      { author: { ...previewedPost.author, displayName: 'Bia' } },
      { author: { ...previewedPost.author, photoURL: '/perfil.webp' } },
    ];
    const versions = changes.map((change) => postPreviewVersion({ ...previewedPost, ...change }));
    expect(new Set([postPreviewVersion(previewedPost), ...versions]).size).toBe(changes.length + 1);
  });
});

describe('the address of a service’s link preview', () => {
  it('depends on the service and the shown fields', () => {
    expect(servicePreviewURL(previewedService)).toMatch(
      /^\/files\/previews\/services\/0199d3a0-0000-7000-8000-00000000000a\.png\?v=[0-9a-f]{16}$/,
    );
    expect(servicePreviewURL({ ...previewedService })).toBe(servicePreviewURL(previewedService));
  });

  it('changes with every shown field', () => {
    const changes: Partial<PreviewedService>[] = [
      { title: 'Aula de mirb' },
      { price: '49.91' },
      { type: 'media' },
      { category: 'csgo' },
      { photoURL: '/outra.webp' },
      { rating: null },
      { reviewCount: 213 },
      { seller: { displayName: 'Bia', photoURL: null } },
      { seller: { displayName: 'Beatriz', photoURL: '/perfil.webp' } },
    ];
    const versions = changes.map((change) =>
      servicePreviewVersion({ ...previewedService, ...change }),
    );
    expect(new Set([servicePreviewVersion(previewedService), ...versions]).size).toBe(
      changes.length + 1,
    );
  });
});

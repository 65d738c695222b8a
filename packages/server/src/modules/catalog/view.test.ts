import { service } from '@guilda/contract/services/catalog';
import { describe, expect, it } from 'vitest';
import type { PictureUrlResolver } from '../pictures/index.ts';
import { categoryViews, type ServiceRow, toService } from './view.ts';

const now = new Date('2026-11-20T12:00:00Z');
const serviceRow: ServiceRow = {
  id: '0199d3a0-0000-7000-8000-00000000000a',
  title: 'Aula de mira',
  description: 'Uma hora de treino.',
  price: 4990,
  type: 'call',
  adult: false,
  category: 'valorant',
  image: '/art/categorias/valorant.svg',
  status: 'active',
  archives: [{ kind: 'PNG', count: 2 }],
  ratingSum: 0,
  ratingCount: 0,
  publishedAt: '2026-11-20T11:59:59.123456Z',
  uid: '0199d3a0-0000-7000-8000-00000000000b',
  username: 'beatriz',
  displayName: 'Beatriz',
  photoURL: '/perfil.webp',
  deletedAt: null,
  hiddenAt: null,
  role: 'user',
  createdAt: new Date('2026-11-01T12:00:00Z'),
  discordId: null,
  completedSales: 0,
  topContributor: false,
  supporter: false,
};

const viewContext = { now, statusOf: () => 'away' as const };
const showPicture: PictureUrlResolver = (photoURL, adult) => (adult ? null : photoURL);

describe('a service as the API shows it', () => {
  it('has exactly the fields of the schema', () => {
    const serviceView = toService(serviceRow, viewContext, showPicture);
    expect(serviceView).toEqual({
      id: serviceRow.id,
      title: 'Aula de mira',
      description: 'Uma hora de treino.',
      price: '49.90',
      type: 'call',
      category: 'valorant',
      photoURL: '/art/categorias/valorant.svg',
      status: 'active',
      archives: [{ kind: 'PNG', count: 2 }],
      rating: null,
      reviewCount: 0,
      seller: {
        uid: serviceRow.uid,
        username: 'beatriz',
        displayName: 'Beatriz',
        photoURL: '/perfil.webp',
        badges: ['newbie'],
        status: 'away',
      },
      createdAt: '2026-11-20T11:59:59.123Z',
    });
    expect(service.parse(serviceView)).toEqual(serviceView);
  });

  it('averages its ratings to one decimal place', () => {
    expect(
      toService({ ...serviceRow, ratingSum: 14, ratingCount: 3 }, viewContext, showPicture).rating,
    ).toBe(4.7);
    expect(
      toService({ ...serviceRow, ratingSum: 5, ratingCount: 1 }, viewContext, showPicture).rating,
    ).toBe(5);
  });

  it('has price 0 when it is free', () => {
    expect(toService({ ...serviceRow, price: 0 }, viewContext, showPicture).price).toBe('0.00');
  });
});

describe('a service for adults', () => {
  const adultService: ServiceRow = { ...serviceRow, adult: true, category: 'nudez' };

  it('is shown with the reader’s own picture address', () => {
    expect(toService(adultService, viewContext, (photoURL) => `${photoURL}?signed`).photoURL).toBe(
      '/art/categorias/valorant.svg?signed',
    );
  });

  it('throws for other readers', () => {
    expect(() => toService(adultService, viewContext, showPicture)).toThrow();
  });
});

describe('the categories', () => {
  it('are 19, each named by its emoji and label', () => {
    expect(categoryViews).toHaveLength(19);
    expect(categoryViews[0]).toEqual({
      slug: 'valorant',
      name: '🎯 Valorant',
      emoji: '🎯',
      color: 'barro',
      image: '/art/categorias/valorant.svg',
      adult: false,
    });
    expect(categoryViews.filter(({ adult }) => adult).map(({ slug }) => slug)).toEqual(['nudez']);
  });
});

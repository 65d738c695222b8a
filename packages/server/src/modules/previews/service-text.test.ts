import { expect, it } from 'vitest';
import type { ServicePreviewData } from './preview-data.ts';
import { renderServiceText } from './service-text.ts';

const serviceData: ServicePreviewData = {
  kind: 'service',
  title: 'Aula de mira',
  price: '49.90',
  type: 'call',
  category: 'valorant',
  rating: 4.9,
  reviewCount: 212,
  sellerName: 'Beatriz',
  sellerUsername: 'beatriz',
};
const renderText = (overrides: Partial<ServicePreviewData>) =>
  renderServiceText({ ...serviceData, ...overrides }, true);

it.each<[string, Partial<ServicePreviewData>, Partial<ServicePreviewData>]>([
  ['emoji among letters', { title: 'Aula 🎯 de mira' }, {}],
  ['letters of another script', { title: 'Aula 日本 de mira Ж' }, {}],
  ['a title of emoji alone', { title: '🔥🔥' }, { title: 'Valorant' }],
  ['a name of another script', { sellerName: '日本' }, { sellerName: 'beatriz' }],
])('leaves out %s', async (_, original, equivalent) => {
  expect(await renderText(original)).toBe(await renderText(equivalent));
});

it('renders outlines only, whatever the text is', async () => {
  const svg = await renderText({ title: '<script>&"\'', sellerName: '</svg><image href="x"/>' });
  expect(svg).not.toMatch(/<script|<image|<text|href/);
});

it('renders free services, with and without reviews', async () => {
  const drawings = [{}, { price: '0.00' }, { rating: null }, { reviewCount: 1 }, { type: 'media' }];
  const svgs = await Promise.all(
    drawings.map((overrides) => renderText(overrides as Partial<ServicePreviewData>)),
  );
  expect(new Set(svgs).size).toBe(drawings.length);
});

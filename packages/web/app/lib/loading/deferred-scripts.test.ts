import { expect, it } from 'vitest';
import { deferScripts } from './deferred-scripts.ts';

const style = '<link rel="stylesheet" href="/assets/style.css"/>';
const preloads =
  '<link rel="modulepreload" nonce="n" href="/assets/entry.js"/><link rel="modulepreload" href="/assets/home.js"/>';
const contextScript = '<script nonce="n">window.__reactRouterContext = {}</script>';
const moduleScript =
  '<script nonce="n" type="module" async="">import * as route0 from "/assets/home.js";\n$&</script>';

it('moves the module script and the links that preload its files into a template', () => {
  expect(
    deferScripts(
      `<head>${preloads}${style}</head><body><main></main>${contextScript}${moduleScript}</body>`,
    ),
  ).toBe(
    `<head>${style}</head><body><main></main>${contextScript}` +
      `<template id="deferred-scripts">${preloads}${moduleScript}</template></body>`,
  );
});

it('leaves a page without a module script as it is', () => {
  for (const page of ['', `<head>${preloads}</head><body>${contextScript}</body>`])
    expect(deferScripts(page)).toBe(page);
});

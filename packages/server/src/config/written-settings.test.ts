import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { settings } from './settings.ts';
import { envExample, settingsTables } from './written-settings.ts';

const root = new URL('../../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

describe('the settings as they are written', () => {
  it('stand in .env.example, made by `npm run settings`', () => {
    expect(read('.env.example')).toBe(envExample());
  });

  it('stand in docs/operations.md, made by `npm run settings`', () => {
    expect(read('docs/operations.md')).toContain(settingsTables());
  });

  it('are all of them', () => {
    for (const { name } of settings) {
      expect(envExample()).toMatch(new RegExp(`^${name}=`, 'm'));
      expect(settingsTables()).toContain(`| \`${name}\``);
    }
  });
});

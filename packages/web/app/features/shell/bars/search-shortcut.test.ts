import { describe, expect, it } from 'vitest';
import { isSearchShortcut } from './search-shortcut.ts';

const held = { ctrlKey: false, metaKey: false, altKey: false };

describe('the key of the search', () => {
  it('is K with Ctrl or ⌘', () => {
    expect(isSearchShortcut({ ...held, key: 'k', ctrlKey: true })).toBe(true);
    expect(isSearchShortcut({ ...held, key: 'K', metaKey: true })).toBe(true);
  });

  it('is no single character, and none of the keys of others', () => {
    expect(isSearchShortcut({ ...held, key: '/' })).toBe(false);
    expect(isSearchShortcut({ ...held, key: 'k' })).toBe(false);
    expect(isSearchShortcut({ ...held, key: 'k', ctrlKey: true, altKey: true })).toBe(false);
  });
});

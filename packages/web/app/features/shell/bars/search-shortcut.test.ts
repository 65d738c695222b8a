import { describe, expect, it } from 'vitest';
import { isSearchShortcut } from './search-shortcut.ts';

const noModifiers = { ctrlKey: false, metaKey: false, altKey: false };

describe('the search shortcut', () => {
  it('is K with Ctrl or ⌘', () => {
    expect(isSearchShortcut({ ...noModifiers, key: 'k', ctrlKey: true })).toBe(true);
    expect(isSearchShortcut({ ...noModifiers, key: 'K', metaKey: true })).toBe(true);
  });

  it('is no single character, and no shortcut of another program', () => {
    expect(isSearchShortcut({ ...noModifiers, key: '/' })).toBe(false);
    expect(isSearchShortcut({ ...noModifiers, key: 'k' })).toBe(false);
    expect(isSearchShortcut({ ...noModifiers, key: 'k', ctrlKey: true, altKey: true })).toBe(false);
  });
});

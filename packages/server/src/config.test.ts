import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const home = mkdtempSync(join(tmpdir(), 'guilda-config-'));
afterAll(() => rmSync(home, { recursive: true }));

function problemsOf(env: Record<string, string>): string {
  try {
    readConfig({ DATA_DIR: join(home, 'data'), ...env });
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
}

describe('readConfig', () => {
  it('needs nothing in demo mode', () => {
    expect(readConfig({ DATA_DIR: join(home, 'a', 'b') })).toMatchObject({
      demo: true,
      port: 3000,
      seedDemo: true,
      rateLimitFactor: 1,
      platformFeePercent: 10,
      logLevel: 'warn',
    });
  });

  it('takes an empty variable for an absent one', () => {
    expect(problemsOf({ PORT: '', DATABASE_URL: '', TOKEN_SECRET: '' })).toBe('');
  });

  it('tells every problem at once', () => {
    const told = problemsOf({ PORT: 'abc', RATE_LIMIT_FACTOR: '-1', PUBLIC_URL: 'ftp://x' });
    for (const name of ['PORT', 'RATE_LIMIT_FACTOR', 'PUBLIC_URL']) expect(told).toContain(name);
  });

  it('names everything that production lacks', () => {
    const told = problemsOf({ NODE_ENV: 'production' });
    for (const name of [
      'DATABASE_URL',
      'PUBLIC_URL',
      'TOKEN_SECRET',
      'OIDC_ISSUER',
      'OIDC_CLIENT_ID',
      'PAYMENT_PROVIDER',
      'SMTP_URL',
      'FILES_DIR',
    ]) {
      expect(told).toContain(`${name} é obrigatória`);
    }
  });

  it('wants https in production and a secret of some length', () => {
    const told = problemsOf({
      NODE_ENV: 'production',
      PUBLIC_URL: 'http://guilda.example',
      TOKEN_SECRET: 'short',
    });
    expect(told).toContain('https://');
    expect(told).toContain('TOKEN_SECRET');
  });

  it('takes a Redis by its address only', () => {
    expect(problemsOf({ REDIS_URL: 'redis://localhost:6379/2' })).toBe('');
    expect(problemsOf({ REDIS_URL: 'rediss://ana:segredo@cache.example' })).toBe('');
    expect(problemsOf({ REDIS_URL: 'https://cache.example' })).toContain('REDIS_URL');
    expect(problemsOf({ REDIS_URL: 'cache.example:6379' })).toContain('REDIS_URL');
  });

  it('takes Google Analytics by both its settings only', () => {
    const id = { GA_MEASUREMENT_ID: 'G-ABC1234567' };
    expect(problemsOf({ ...id, GA_API_SECRET: 'segredo' })).toBe('');
    expect(problemsOf(id)).toContain('vão juntas');
    expect(problemsOf({ GA_API_SECRET: 'segredo', PORT: 'abc' })).toMatch(/PORT.*vão juntas/s);
    expect(problemsOf({ GA_MEASUREMENT_ID: 'UA-1', GA_API_SECRET: 'segredo' })).toContain(
      'GA_MEASUREMENT_ID',
    );
  });

  it('says when the data folder cannot be written to', () => {
    writeFileSync(join(home, 'file'), '');
    expect(problemsOf({ DATA_DIR: join(home, 'file', 'below') })).toContain('DATA_DIR');
  });
});

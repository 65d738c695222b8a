import { afterAll, describe, expect, it } from 'vitest';
import { createConfigFixture } from './config-fixture.ts';

const { problemsOf, remove } = createConfigFixture();
afterAll(remove);

describe('the settings of optional services', () => {
  it('require a separate port for metrics', () => {
    const problems = problemsOf({ METRICS_PORT: '3000' });
    expect(problems).toContain('METRICS_PORT precisa de outra porta que a de PORT');
    expect(problemsOf({ METRICS_PORT: '3000', PORT: '3001' })).toBe('');
    expect(problemsOf({ METRICS_PORT: '0', PORT: '0' })).toBe('');
  });

  it('accept a Redis only by an address', () => {
    expect(problemsOf({ REDIS_URL: 'redis://localhost:6379/2' })).toBe('');
    expect(problemsOf({ REDIS_URL: 'rediss://ana:segredo@cache.example' })).toBe('');
    expect(problemsOf({ REDIS_URL: 'https://cache.example' })).toContain('REDIS_URL');
    expect(problemsOf({ REDIS_URL: 'cache.example:6379' })).toContain('REDIS_URL');
  });

  it('accept Google Analytics only with both its settings', () => {
    const id = { GA_MEASUREMENT_ID: 'G-ABC1234567' };
    expect(problemsOf({ ...id, GA_API_SECRET: 'segredo' })).toBe('');
    expect(problemsOf(id)).toContain('vão juntas');
    expect(problemsOf({ GA_API_SECRET: 'segredo', PORT: 'abc' })).toMatch(/PORT.*vão juntas/s);
    expect(problemsOf({ GA_MEASUREMENT_ID: 'UA-1', GA_API_SECRET: 'segredo' })).toContain(
      'GA_MEASUREMENT_ID',
    );
  });

  it('accept a mail server only by an address', () => {
    expect(problemsOf({ SMTP_URL: 'smtp://localhost:25' })).toBe('');
    for (const url of ['https://ana:segredo@mail.example', 'smtps://', 'smtp:x', 'mail.example']) {
      expect(problemsOf({ SMTP_URL: url })).toContain('SMTP_URL');
      expect(problemsOf({ SMTP_URL: url })).not.toContain('segredo');
    }
  });
});

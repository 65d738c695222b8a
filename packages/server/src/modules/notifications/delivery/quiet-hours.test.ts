import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { endOfQuietHours } from './quiet-hours.ts';

const nightHours = { from: '22:00', to: '07:30' };
const quietHoursEndAt = (
  at: string,
  quietHours: typeof nightHours | null = nightHours,
  zone = 'America/Sao_Paulo',
) => endOfQuietHours({ quietHours, timeZone: zone }, new Date(at))?.toISOString() ?? null;

describe('quiet hours', () => {
  it.each([
    ['before it begins', '2026-11-21T00:59:59Z', null],
    ['as it begins', '2026-11-21T01:00:00Z', '2026-11-21T10:30:00.000Z'],
    ['after midnight', '2026-11-21T05:12:40Z', '2026-11-21T10:30:00.000Z'],
    ['in its last minute', '2026-11-21T10:29:59Z', '2026-11-21T10:30:00.000Z'],
    ['as it ends', '2026-11-21T10:30:00Z', null],
  ])('across midnight, %s', (_, at, expectedEnd) => {
    expect(quietHoursEndAt(at)).toBe(expectedEnd);
  });

  it('within a day', () => {
    const quietHours = { from: '13:00', to: '14:00' };
    expect(quietHoursEndAt('2026-11-20T16:30:00Z', quietHours)).toBe('2026-11-20T17:00:00.000Z');
    expect(quietHoursEndAt('2026-11-20T03:30:00Z', quietHours)).toBeNull();
  });

  it('follow the time zone, its daylight saving time and half hours', () => {
    expect(quietHoursEndAt('2026-07-01T20:30:00Z', nightHours, 'Europe/Lisbon')).toBeNull();
    expect(quietHoursEndAt('2026-07-01T21:30:00Z', nightHours, 'Europe/Lisbon')).not.toBeNull();
    expect(quietHoursEndAt('2026-01-01T21:30:00Z', nightHours, 'Europe/Lisbon')).toBeNull();
    expect(quietHoursEndAt('2026-01-01T02:00:00Z', nightHours, 'Asia/Kolkata')).toBeNull();
    expect(quietHoursEndAt('2026-01-01T01:59:00Z', nightHours, 'Asia/Kolkata')).toBe(
      '2026-01-01T02:00:00.000Z',
    );
  });

  it('do not exist without settings or with equal times', () => {
    expect(quietHoursEndAt('2026-11-21T05:00:00Z', null)).toBeNull();
    expect(quietHoursEndAt('2026-11-21T05:00:00Z', { from: '02:00', to: '02:00' })).toBeNull();
  });

  const clockTimeArbitrary = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));

  test('cover exactly their minutes of the day and end at the first other minute', () => {
    const dayStartMs = Date.parse('2026-11-20T00:00:00Z');
    fc.assert(
      fc.property(clockTimeArbitrary, clockTimeArbitrary, (from, to) => {
        const settings = { quietHours: { from, to }, timeZone: 'America/Sao_Paulo' };
        const minuteOfDay = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
        let quietMinuteCount = 0;
        for (let at = 0; at < 1440; at += 1) {
          const quietHoursEnd = endOfQuietHours(settings, new Date(dayStartMs + at * 60_000));
          if (!quietHoursEnd) continue;
          quietMinuteCount += 1;
          expect(endOfQuietHours(settings, quietHoursEnd)).toBeNull();
          expect(quietHoursEnd.getTime() - dayStartMs - at * 60_000).toBeLessThanOrEqual(
            1440 * 60_000,
          );
        }
        expect(quietMinuteCount).toBe((minuteOfDay(to) - minuteOfDay(from) + 1440) % 1440);
      }),
      { numRuns: 5 },
    );
  });
});

import { endpoint } from '../endpoint.ts';
import { errors } from '../errors.ts';
import { limits } from '../limits.ts';
import { z } from '../schema.ts';
import { categorySlugs } from '../services/categories.ts';
import { screens } from './screens.ts';
import { deviceClasses, MAX_VITAL_BUCKET, vitalMetrics } from './web-vitals.ts';

const screenInput = z.enum(screens, { error: errors.invalid_parameter.text });
const centavosInput = z.number().int().min(0).max(limits.maxPrice);
const moneyFields = { currency: z.literal('BRL'), value: centavosInput };
const categoryInput = z.enum(categorySlugs, { error: errors.invalid_parameter.text });
const durationMs = z.number().int().min(0).max(600_000);

/** Kinds of resources that a page loads. */
const resourceKinds = ['page', 'script', 'style', 'image', 'font', 'request', 'other'] as const;
export type ResourceKind = (typeof resourceKinds)[number];

const resourceKindInput = z.enum(resourceKinds, { error: errors.invalid_parameter.text });

/**
 * Analytics events. They contain no personal data: no ids, no addresses, no typed text. The unit of `value` is
 * centavos.
 */
const analyticsEvent = z.discriminatedUnion(
  'name',
  [
    z.strictObject({ name: z.literal('screen_view'), screen: screenInput }),
    z.strictObject({ name: z.literal('login') }),
    z.strictObject({ name: z.literal('sign_up') }),
    z.strictObject({ name: z.literal('search'), in: z.enum(['all', 'services', 'users']) }),
    z.strictObject({ name: z.literal('view_item'), category: categoryInput }),
    z.strictObject({ name: z.literal('begin_checkout'), ...moneyFields }),
    z.strictObject({ name: z.literal('purchase'), ...moneyFields }),
    z.strictObject({ name: z.literal('long_task'), screen: screenInput, durationMs }),
    z.strictObject({
      name: z.literal('slow_resource'),
      screen: screenInput,
      kind: resourceKindInput,
      durationMs,
    }),
    z.strictObject({
      name: z.literal('web_vital'),
      metric: z.enum(vitalMetrics),
      /** The page that the browser loaded from the server; later navigation within the web app does not change it. */
      screen: screenInput,
      device: z.enum(deviceClasses),
      /** Number of the bucket of `vitalBounds` that contains the measured value. */
      bucket: z.number().int().min(0).max(MAX_VITAL_BUCKET),
    }),
  ],
  { error: errors.invalid_input.text },
);
export type AnalyticsEvent = z.output<typeof analyticsEvent>;

export const analyticsEndpoints = {
  getAnalyticsConfig: endpoint({
    method: 'GET',
    path: '/api/analytics/config',
    summary: 'Whether events are also sent to Google Analytics 4 after consent',
    access: 'public',
    status: 200,
    output: z.object({ google: z.boolean() }),
    errors: [],
    limit: 'general',
  }),
  countEvents: endpoint({
    method: 'POST',
    path: '/api/analytics/events',
    summary: 'Count events of a visitor who consented; no personal data is stored',
    access: 'public',
    body: z.strictObject({
      /** Random id of the browser; the server passes it on to Google Analytics and does not store it. */
      client: z.uuid({ error: errors.invalid_parameter.text }).optional(),
      events: z
        .array(analyticsEvent, { error: errors.invalid_input.text })
        .min(1, errors.invalid_parameter.text)
        .max(limits.analyticsEvents, errors.invalid_parameter.text),
    }),
    status: 204,
    output: null,
    errors: [],
    limit: 'analytics',
  }),
  reportError: endpoint({
    method: 'POST',
    path: '/api/errors',
    summary: 'Report an error of a page',
    access: 'public',
    body: z.strictObject({
      message: z.string({ error: errors.invalid_input.text }).min(1).max(500),
      stack: z.string().max(4_000).default(''),
      screen: screenInput,
    }),
    status: 204,
    output: null,
    errors: [],
    limit: 'clientErrors',
  }),
};

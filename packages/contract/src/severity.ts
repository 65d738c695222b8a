/** How much something presses, the most first. */
export const severities = ['urgent', 'high', 'normal', 'low'] as const;
export type Severity = (typeof severities)[number];

/** Hours in which something of that severity is to be decided. */
export const deskHours = { urgent: 4, high: 24, normal: 72, low: 168 } as const satisfies Record<
  Severity,
  number
>;

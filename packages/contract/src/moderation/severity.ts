/** Severities of queue items, most severe first. */
export const severities = ['urgent', 'high', 'normal', 'low'] as const;
export type Severity = (typeof severities)[number];

/** Hours within which an item of each severity should be decided; none is longer than `limits.answerDays`. */
export const hoursToDecide = {
  urgent: 4,
  high: 24,
  normal: 72,
  low: 120,
} as const satisfies Record<Severity, number>;

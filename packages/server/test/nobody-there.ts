/** A presence in which nobody is there. */
export const nobodyThere = {
  statusFor: () => () => 'offline' as const,
  onlineUids: (): readonly string[] => [],
};

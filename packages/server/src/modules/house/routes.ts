import type { houseEndpoints } from '@guilda/contract/house';
import type { Handlers } from '../../platform/http/endpoints.ts';
import { ok } from '../../platform/result.ts';

/** The settings that the rules of the house name. */
export interface HouseSettings {
  readonly teamEmail: string;
  readonly platformFeePercent: number;
  readonly paymentTimeoutMinutes: number;
  readonly startTimeoutHours: number;
}

export function houseHandlers({
  config,
}: {
  readonly config: HouseSettings;
}): Handlers<typeof houseEndpoints> {
  const rules = {
    teamEmail: config.teamEmail,
    feePercent: config.platformFeePercent,
    paymentMinutes: config.paymentTimeoutMinutes,
    startHours: config.startTimeoutHours,
  };
  return { getHouseRules: async () => ok(rules) };
}

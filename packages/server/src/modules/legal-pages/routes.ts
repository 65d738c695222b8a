import type { Company, legalPageEndpoints } from '@guilda/contract/privacy/legal-pages';
import type { Handlers } from '../../platform/http/endpoints.ts';
import { ok } from '../../platform/result.ts';

/** The settings whose values the legal pages contain. */
export interface LegalPageSettings {
  readonly teamEmail: string;
  readonly platformFeePercent: number;
  readonly paymentTimeoutMinutes: number;
  readonly startTimeoutHours: number;
  readonly clearingHours: number;
  readonly clearingHoursConfirmed: number;
  readonly disputeAnswerHours: number;
  readonly payoutProfileRestHours: number;
  readonly company: Company;
  readonly accountAge: number | null;
}

export function legalPageHandlers({
  config,
}: {
  readonly config: LegalPageSettings;
}): Handlers<typeof legalPageEndpoints> {
  const settingValues = {
    teamEmail: config.teamEmail,
    feePercent: config.platformFeePercent,
    paymentMinutes: config.paymentTimeoutMinutes,
    startHours: config.startTimeoutHours,
    clearingHours: config.clearingHours,
    clearingHoursConfirmed: config.clearingHoursConfirmed,
    disputeAnswerHours: config.disputeAnswerHours,
    payoutProfileRestHours: config.payoutProfileRestHours,
    company: config.company,
    accountAge: config.accountAge,
  };
  return { getLegalPageValues: async () => ok(settingValues) };
}

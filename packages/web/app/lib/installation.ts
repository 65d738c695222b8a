import type { Company } from '@guilda/contract/privacy/legal-pages';
import { createContext, useContext } from 'react';

/** Settings of the installation that pages show or depend on; constant while the server runs. */
export interface InstallationSettings {
  /** Whether calls are available. */
  readonly calls: boolean;
  /** Minutes that a buyer has to pay an order. */
  readonly paymentMinutes: number;
  /** Hours after which a paid order that was not started is refunded. */
  readonly startHours: number;
  /**
   * Hours within which a seller must answer a dispute; otherwise the buyer gets the whole price back. Fractions are
   * possible.
   */
  readonly disputeAnswerHours: number;
  /** Platform fee in whole per cent. */
  readonly feePercent: number;
  /** The company that runs this installation. */
  readonly company: Company;
  /** Age in years that people must prove before using an account; null for none. */
  readonly accountAge: number | null;
}

/** The settings of this installation for components; the root route provides them. */
export const InstallationContext = createContext<InstallationSettings | null>(null);

/** The settings of this installation. Works only below the root route's `InstallationContext`. */
export function useInstallation(): InstallationSettings {
  const settings = useContext(InstallationContext);
  if (settings === null) throw new Error('InstallationContext is missing');
  return settings;
}

import type { HouseRules } from '@guilda/contract/house';
import type { ReactNode } from 'react';

/** A numbered part of the rules; its id is its anchor and stays as it is once published. */
export interface HouseSection {
  readonly id: string;
  readonly title: string;
  readonly Body: (props: { readonly rules: HouseRules }) => ReactNode;
}

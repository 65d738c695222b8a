import type { LegalPageValues } from '@guilda/contract/legal-pages';
import type { ReactNode } from 'react';

/** A numbered part of the rules; `id` is its anchor and never changes once published. */
export interface LegalSection {
  readonly id: string;
  readonly title: string;
  readonly Body: (props: { readonly rules: LegalPageValues }) => ReactNode;
}

import type { LegalPageValues } from '@guilda/contract/privacy/legal-pages';
import type { ReactNode } from 'react';

/** A numbered section of a legal page; `id` is its anchor and never changes after publication. */
export interface LegalSection {
  readonly id: string;
  readonly title: string;
  readonly Body: (props: { readonly rules: LegalPageValues }) => ReactNode;
}

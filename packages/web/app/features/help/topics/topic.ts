import type { LegalPageValues } from '@guilda/contract/privacy/legal-pages';
import type { ReactNode } from 'react';

/** A question of a help topic; `id` is its anchor and never changes after publication. */
interface HelpQuestion {
  readonly id: string;
  readonly question: string;
  readonly Answer: (props: { readonly rules: LegalPageValues }) => ReactNode;
}

/** A page of the help; `slug` is the last part of its address. */
export interface HelpTopic {
  readonly slug: 'comprar' | 'vender' | 'dinheiro' | 'chamadas' | 'seguranca';
  readonly title: string;
  readonly introduction: string;
  readonly questions: readonly HelpQuestion[];
}

import { formatBrl } from '@guilda/contract/money';
import { useEffect, useRef } from 'react';
import { pixKeyText, pixKindNames } from './pix-text.ts';
import type { WithdrawalDraft } from './withdraw-form.ts';

interface WithdrawSummaryProps {
  draft: WithdrawalDraft;
  /** Centavos. */
  available: number;
}

/** What is about to be asked for, once more before it is. */
export function WithdrawSummary({ draft: { amount, pixKey }, available }: WithdrawSummaryProps) {
  const summary = useRef<HTMLDListElement>(null);
  useEffect(() => summary.current?.focus(), []);
  return (
    <>
      <dl className="resumo-s" ref={summary} tabIndex={-1}>
        <div>
          <dt>Valor</dt>
          <dd className="num">{formatBrl(amount)}</dd>
        </div>
        <div>
          <dt>{pixKindNames[pixKey.kind]}</dt>
          <dd className="num quebra">{pixKeyText(pixKey)}</dd>
        </div>
        <div>
          <dt>Disponível depois</dt>
          <dd className="num">{formatBrl(available - amount)}</dd>
        </div>
      </dl>
      <p className="t-sm dim pre">
        A equipe confere o pedido e faz a transferência. Você acompanha em Saques.
      </p>
    </>
  );
}

import type { ReactNode } from 'react';
import { priceParts } from '../../../ui/price-parts.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ratingText } from '../../../ui/stars.tsx';
import type { Wallet } from '../data/use-wallet.ts';

interface ScoreboardProps {
  wallet: Wallet;
  /** Concluded sales listed so far. */
  concluded: number;
  /** More concluded sales may exist. */
  atLeast: boolean;
  /** Average of 1 to 5; null without reviews. */
  rating: number | null;
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">{children}</dd>
    </div>
  );
}

/** A seller's figures, felt in both themes. */
export function Scoreboard({ wallet, concluded, atLeast, rating }: ScoreboardProps) {
  const sums = wallet.data?.pages[0];
  const money = (amount: string | undefined) => {
    if (amount !== undefined) return priceParts(amount).text;
    return wallet.isPending ? <Skeleton width="7ch" height="1.05em" /> : '—';
  };
  return (
    <dl className="placar on-mesa">
      <Figure name="Em aberto">{money(sums?.held)}</Figure>
      <Figure name="Disponível">{money(sums?.available)}</Figure>
      <Figure name="Atendimentos">{`${concluded}${atLeast ? '+' : ''}`}</Figure>
      <Figure name="Nota">{rating === null ? '—' : ratingText(rating)}</Figure>
    </dl>
  );
}

import type { AdminWithdrawal } from '@guilda/contract/wallet';
import { Link } from 'react-router';
import { wholeMoment } from '../../../lib/moments.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Price } from '../../../ui/price.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { BadgeList } from '../../users/index.ts';
import { pixKeyText, pixKindNames } from '../../wallet/index.ts';
import { useWithdrawal } from '../data/items.ts';
import { ItemSkeleton } from '../desk-skeleton.tsx';
import type { DetailProps } from './detail-props.ts';
import { ItemError } from './item-error.tsx';
import { PaneHead } from './pane-head.tsx';
import { Section } from './section.tsx';
import { WithdrawalDecision } from './withdrawal-decision.tsx';

function State({ status }: Pick<AdminWithdrawal, 'status'>) {
  if (status === 'requested') return <Tag tone="warn">Aguardando decisão</Tag>;
  return status === 'settled' ? <Tag>Pago</Tag> : <Tag tone="danger">Recusado</Tag>;
}

function Key({ withdrawal: { pixKey, pixKeyKind } }: { withdrawal: AdminWithdrawal }) {
  return (
    <Section title={`Chave Pix · ${pixKindNames[pixKeyKind]}`}>
      <div className="row mod-k">
        <span className="num quebra">{pixKeyText({ kind: pixKeyKind, key: pixKey })}</span>
        <CopyButton text={pixKey} label="Copiar chave Pix" done="Chave copiada" />
      </div>
    </Section>
  );
}

function Line({ at, children }: { at: string; children: string }) {
  return (
    <li>
      <time className="num mute" dateTime={at}>
        {wholeMoment(new Date(at))}
      </time>
      <span className="quebra">{children}</span>
    </li>
  );
}

function Past({ withdrawal }: { withdrawal: AdminWithdrawal }) {
  const { createdAt, decidedAt, status, reason } = withdrawal;
  const decision = status === 'settled' ? 'Marcado como pago' : `Recusado: ${reason ?? ''}`;
  return (
    <Section title="Histórico">
      <ul className="hist">
        {decidedAt && <Line at={decidedAt}>{decision}</Line>}
        <Line at={createdAt}>Saque pedido</Line>
      </ul>
    </Section>
  );
}

/** One withdrawal: how much, whose, where to, and what to decide. */
export function WithdrawalDetail({ id, uid, onDecided }: DetailProps) {
  const query = useWithdrawal(id);
  const withdrawal = query.data;
  if (!withdrawal) return query.error ? <ItemError query={query} /> : <ItemSkeleton />;
  const { amount, status, username, displayName, badges } = withdrawal;
  return (
    <article className="mod-item">
      <PaneHead
        id={id}
        above={
          <>
            <span>
              Saque de{' '}
              <Link className="link" to={`/user/${username}`}>
                <bdi>{displayName || username}</bdi>
              </Link>
            </span>
            <BadgeList badges={badges} />
          </>
        }
        tags={<State status={status} />}
      >
        <Price value={amount} size="xl" />
      </PaneHead>
      <div className="mod-g">
        <div className="col mod-col">
          <Key withdrawal={withdrawal} />
          <Past withdrawal={withdrawal} />
        </div>
        {status === 'requested' && (
          <WithdrawalDecision
            withdrawal={withdrawal}
            own={withdrawal.uid === uid}
            onDecided={onDecided}
          />
        )}
      </div>
    </article>
  );
}

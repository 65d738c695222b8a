import type { AdminWithdrawal } from '@guilda/contract/money/wallet';
import clsx from 'clsx';
import { Link } from 'react-router';
import { fullDateTimeText } from '../../../lib/format/date-text.ts';
import { CopyButton } from '../../../ui/actions/copy-button.tsx';
import { Tag } from '../../../ui/display/tag.tsx';
import { Price } from '../../../ui/text/price.tsx';
import { priceParts } from '../../../ui/text/price-parts.ts';
import { BadgeList } from '../../users/index.ts';
import { pixKeyText, pixKindNames } from '../../wallet/index.ts';
import * as layout from '../admin.module.css';
import { ItemSkeleton } from '../admin-skeleton.tsx';
import * as styles from './detail.module.css';
import type { DetailProps } from './detail-props.ts';
import { ItemError } from './item-error.tsx';
import { PaneHead } from './pane-head.tsx';
import { DetailSection } from './section.tsx';
import { hasDebt, isBlockedByDebt } from './settle-label.ts';
import { useWithdrawal } from './use-item.ts';
import { WithdrawalDecisionForm } from './withdrawal-decision.tsx';

function WithdrawalStatusTag({
  withdrawal: { status, payout, payoutFailed },
}: {
  withdrawal: AdminWithdrawal;
}) {
  if (payout === 'sending') return <Tag>Pix a caminho</Tag>;
  if (payout === 'unclear')
    return <Tag tone="warn">{payoutFailed ? 'O Pix falhou' : 'Confira se o Pix saiu'}</Tag>;
  if (status === 'requested') return <Tag tone="warn">Aguardando decisão</Tag>;
  if (status === 'approved_once') return <Tag tone="warn">Falta uma aprovação</Tag>;
  return status === 'settled' ? <Tag>Pago</Tag> : <Tag tone="danger">Recusado</Tag>;
}

function PixKeySection({
  withdrawal: { pixKey, pixKeyKind, pixKeyMatches },
}: {
  withdrawal: AdminWithdrawal;
}) {
  return (
    <DetailSection title={`Chave Pix · ${pixKindNames[pixKeyKind]}`}>
      <div className={clsx(styles.amount, 'row')}>
        <span className="numeric breakWords">{pixKeyText({ kind: pixKeyKind, key: pixKey })}</span>
        <CopyButton text={pixKey} label="Copiar chave Pix" done="Chave copiada" />
      </div>
      {pixKeyMatches === false && (
        <p className="pretty">
          <Tag tone="warn">Não é o CPF de quem recebe</Tag> Confira no seu banco o nome de quem tem
          esta chave antes de transferir.
        </p>
      )}
    </DetailSection>
  );
}

/** Warnings about the account of the person who gets the money, above the Pix key; nothing when there are none. */
function AccountWarnings({ withdrawal }: { withdrawal: AdminWithdrawal }) {
  const { suspended, debt } = withdrawal;
  if (!suspended && !hasDebt(withdrawal)) return null;
  const isBlocked = isBlockedByDebt(withdrawal);
  return (
    <DetailSection title="Antes de pagar">
      {hasDebt(withdrawal) && (
        <p className="pretty">
          <Tag tone="warn">{isBlocked ? 'Não transfira' : 'Valor a devolver'}</Tag> A pessoa tem{' '}
          {priceParts(debt).text} a devolver por pagamentos contestados.
          {!isBlocked &&
            ' Confira no provedor de pagamento se o Pix saiu. Saiu: marque como pago. Não saiu: recuse.'}
        </p>
      )}
      {suspended && (
        <p className="pretty">
          <Tag tone="warn">Conta suspensa</Tag> Veja o motivo antes de pagar.
        </p>
      )}
    </DetailSection>
  );
}

function PayeeSection({ payee }: Pick<AdminWithdrawal, 'payee'>) {
  if (!payee) return null;
  const cpf = pixKeyText({ kind: 'cpf', key: payee.cpf });
  return (
    <DetailSection title="Quem recebe">
      <p className="bold breakWords">{payee.legalName}</p>
      <p className="numeric">CPF {cpf}</p>
    </DetailSection>
  );
}

function HistoryLine({ at, children }: { at: string; children: string }) {
  return (
    <li>
      <time className="numeric muted" dateTime={at}>
        {fullDateTimeText(new Date(at))}
      </time>
      <span className="breakWords">{children}</span>
    </li>
  );
}

function WithdrawalHistory({ withdrawal }: { withdrawal: AdminWithdrawal }) {
  const { createdAt, decidedAt, firstApproval, status, reason } = withdrawal;
  const decisionText = status === 'settled' ? 'Marcado como pago' : `Recusado: ${reason ?? ''}`;
  return (
    <DetailSection title="Histórico">
      <ul className={styles.history}>
        {decidedAt && <HistoryLine at={decidedAt}>{decisionText}</HistoryLine>}
        {firstApproval && (
          <HistoryLine at={firstApproval.at}>Primeira de duas aprovações</HistoryLine>
        )}
        <HistoryLine at={createdAt}>Saque pedido</HistoryLine>
      </ul>
    </DetailSection>
  );
}

/** Details of one withdrawal: amount, person, Pix key and the decision. */
export function WithdrawalDetail({ id, uid, onDecided }: DetailProps) {
  const query = useWithdrawal(id);
  const withdrawal = query.data;
  if (!withdrawal) return query.error ? <ItemError query={query} /> : <ItemSkeleton />;
  const { amount, status, payout, username, displayName, badges } = withdrawal;
  const isOpen = (status === 'requested' || status === 'approved_once') && payout !== 'sending';
  return (
    <article>
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
        tags={<WithdrawalStatusTag withdrawal={withdrawal} />}
      >
        <Price value={amount} size="xl" />
      </PaneHead>
      <div className={layout.columns}>
        <div className={clsx(layout.stack, 'column')}>
          {isOpen && <AccountWarnings withdrawal={withdrawal} />}
          <PayeeSection payee={withdrawal.payee} />
          <PixKeySection withdrawal={withdrawal} />
          <WithdrawalHistory withdrawal={withdrawal} />
        </div>
        {isOpen && (
          <WithdrawalDecisionForm withdrawal={withdrawal} uid={uid} onDecided={onDecided} />
        )}
      </div>
    </article>
  );
}

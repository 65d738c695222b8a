import type { AdminWithdrawal } from '@guilda/contract/wallet';
import { Link } from 'react-router';
import { wholeMoment } from '../../lib/moments.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Price } from '../../ui/price.tsx';
import { Tag } from '../../ui/tag.tsx';
import { pixKeyText, pixKindNames } from '../wallet/index.ts';
import { Decision } from './decision.tsx';

function State({ status }: Pick<AdminWithdrawal, 'status'>) {
  if (status === 'requested') return <Tag tone="warn">Aguardando decisão</Tag>;
  return status === 'settled' ? <Tag>Pago</Tag> : <Tag tone="danger">Recusado</Tag>;
}

function Key({ withdrawal: { pixKey, pixKeyKind } }: { withdrawal: AdminWithdrawal }) {
  return (
    <section className="painel liso" aria-labelledby="chave-pix">
      <h3 className="b" id="chave-pix">
        Chave Pix · {pixKindNames[pixKeyKind]}
      </h3>
      <div className="row mod-k">
        <span className="num quebra">{pixKeyText({ kind: pixKeyKind, key: pixKey })}</span>
        <CopyButton text={pixKey} label="Copiar chave Pix" done="Chave copiada" />
      </div>
    </section>
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
    <section className="painel liso" aria-labelledby="historico-saque">
      <h3 className="b" id="historico-saque">
        Histórico
      </h3>
      <ul className="hist">
        <Line at={createdAt}>Saque pedido</Line>
        {decidedAt && <Line at={decidedAt}>{decision}</Line>}
      </ul>
    </section>
  );
}

/** One withdrawal: how much, whose, where to, and what to decide. */
export function WithdrawalDetail({
  withdrawal,
  own,
}: {
  withdrawal: AdminWithdrawal;
  own: boolean;
}) {
  const { amount, status, username, displayName } = withdrawal;
  return (
    <>
      <div className="row between mod-t">
        <h2>
          <span className="t-sm mute">
            Saque de{' '}
            <Link className="link" to={`/user/${username}`}>
              <bdi>{displayName || username}</bdi>
            </Link>
          </span>
          <Price value={amount} size="xl" />
        </h2>
        <State status={status} />
      </div>
      <div className="mod-g">
        <div className="col">
          <Key withdrawal={withdrawal} />
          <Past withdrawal={withdrawal} />
        </div>
        {status === 'requested' && <Decision withdrawal={withdrawal} own={own} />}
      </div>
    </>
  );
}

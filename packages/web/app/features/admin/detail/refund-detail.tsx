import { limits } from '@guilda/contract/limits';
import type { AdminRefund } from '@guilda/contract/refunds';
import { refundDeskEndpoints } from '@guilda/contract/refunds';
import { zodResolver } from '@hookform/resolvers/zod';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useForm } from 'react-hook-form';
import { api } from '../../../lib/api.ts';
import { wholeMoment } from '../../../lib/moments.ts';
import { Button } from '../../../ui/button.tsx';
import { Price } from '../../../ui/price.tsx';
import { Tag, type TagTone } from '../../../ui/tag.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { useAct } from '../../deeds/index.ts';
import { useRefund } from '../data/items.ts';
import { ItemSkeleton } from '../desk-skeleton.tsx';
import type { DetailProps } from './detail-props.ts';
import { ItemError } from './item-error.tsx';
import { OrderSection } from './order-section.tsx';
import { PaneHead } from './pane-head.tsx';
import { Section } from './section.tsx';

const states: Record<AdminRefund['status'], { tone: TagTone; label: string }> = {
  failed: { tone: 'danger', label: 'Não voltou' },
  pending: { tone: 'warn', label: 'A caminho' },
  succeeded: { tone: 'neutral', label: 'Devolvido' },
};

const causes: Readonly<Record<string, string>> = {
  seller: 'Quem vendeu devolveu',
  admin: 'A equipe decidiu devolver',
  not_started: 'O atendimento não começou a tempo',
  late: 'O pagamento chegou tarde',
  wrong_amount: 'O valor pago não era o do pedido',
  overpaid: 'Foi pago a mais',
  account_closed: 'A conta de quem vendeu foi encerrada',
};

function Facts({ refund }: { refund: AdminRefund }) {
  const { reason, createdAt } = refund;
  return (
    <OrderSection order={refund} buyerLabel="Recebe de volta">
      <div>
        <dt>Por que volta</dt>
        <dd>{causes[reason] ?? reason}</dd>
      </div>
      <div>
        <dt>Desde</dt>
        <dd className="num">{wholeMoment(new Date(createdAt))}</dd>
      </div>
    </OrderSection>
  );
}

const because = refundDeskEndpoints.retryRefund.body;

function Decision({ refund, onDecided }: { refund: AdminRefund; onDecided: () => void }) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(because),
    defaultValues: { reason: '' },
  });
  const { pending, act } = useAct({ onDone: onDecided });
  const params = { id: refund.id };
  const retry = handleSubmit((body) =>
    act(() => api().refunds.retryRefund({ params, body }), 'Reembolso pedido de novo'),
  );
  const settle = handleSubmit((body) =>
    act(() => api().refunds.settleRefund({ params, body }), 'Reembolso resolvido'),
  );
  return (
    <Section title="Decisão">
      <form className="col g2 mod-form" noValidate onSubmit={retry}>
        <TextArea
          label="Motivo"
          hint="Fica no registro da equipe."
          error={formState.errors.reason?.message}
          {...register('reason')}
          max={limits.moderationReason}
        />
        <Button
          type="submit"
          variant="primary"
          loading={pending}
          icon={<RefreshCw className="i" aria-hidden="true" />}
        >
          Tentar de novo
        </Button>
        <Button loading={pending} onClick={() => void settle()}>
          Já paguei por fora
        </Button>
      </form>
    </Section>
  );
}

/** Money that should have gone back and did not: ask again, or note that it was paid another way. */
export function RefundDetail({ id, uid, onDecided }: DetailProps) {
  const query = useRefund(id);
  const refund = query.data;
  if (!refund) return query.error ? <ItemError query={query} /> : <ItemSkeleton />;
  const { amount, status, buyer, seller } = refund;
  const { tone, label } = states[status];
  const own = buyer.uid === uid || seller.uid === uid;
  return (
    <article className="mod-item">
      <PaneHead id={id} above={<span>Reembolso parado</span>} tags={<Tag tone={tone}>{label}</Tag>}>
        <Price value={amount} size="xl" />
      </PaneHead>
      <div className="mod-g">
        <div className="col mod-col">
          <Facts refund={refund} />
        </div>
        {status === 'failed' && !own && <Decision refund={refund} onDecided={onDecided} />}
        {status === 'failed' && own && (
          <Section title="Decisão">
            <p className="dim pre">Este pedido é seu. Outra pessoa da equipe precisa decidir.</p>
          </Section>
        )}
      </div>
    </article>
  );
}

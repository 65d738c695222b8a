import type { QueueItem, Verdict } from '@guilda/contract/desk';
import { errors } from '@guilda/contract/errors';
import type { CaseKind } from '@guilda/contract/moderation';
import { useQueryClient } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { useState } from 'react';
import { api } from '../../../lib/api.ts';
import { useOnce } from '../../../lib/use-once.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast, toastError } from '../../../ui/toast.ts';
import { bulkOffers } from '../../deeds/index.ts';
import type { Selection } from '../data/use-selection.ts';
import { Section } from '../detail/section.tsx';
import { kindWords, outcomesOf } from '../model/words.ts';
import { useAsked } from './use-asked.ts';
import { useVerdictForm, weightOf } from './use-verdict-form.ts';
import { VerdictFields } from './verdict-fields.tsx';

interface Refused {
  readonly code: string;
  readonly why: string;
}

function textOf(code: string | null): string {
  const known: Readonly<Record<string, { readonly text: string }>> = errors;
  return (code && known[code]?.text) || 'Não foi possível decidir.';
}

function doneText(done: number): string {
  if (done === 0) return 'Nenhum caso decidido';
  return `${done} ${done === 1 ? 'caso decidido' : 'casos decididos'}`;
}

/** Decides several alike and tells how many; answers those that were refused. */
function useBulk(items: readonly QueueItem[]) {
  const client = useQueryClient();
  const { pending, once } = useOnce();
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const decide = (verdict: Verdict) =>
    once(async () => {
      try {
        const body = { ids: items.map(({ id }) => id), ...verdict };
        const { results } = await api().desk.decideCases({ body });
        const failed = results.filter(({ ok }) => !ok);
        const told = failed.map(({ id, code }) => ({
          code: items.find((item) => item.id === id)?.code ?? '',
          why: textOf(code),
        }));
        setRefused(told);
        const done = results.length - failed.length;
        toast({
          title: doneText(done),
          text: told.map(({ code, why }) => `${code}: ${why}`).join(' ') || undefined,
          tone: told.length > 0 ? 'warn' : 'success',
        });
      } catch (error) {
        toastError(error);
      }
      await client.invalidateQueries({ queryKey: ['admin'] });
    });
  return { pending, refused, decide };
}

function Refusals({ refused }: { refused: readonly Refused[] }) {
  if (refused.length === 0) return null;
  return (
    <Section title="Não puderam ser decididos">
      <ul className="mod-al" role="alert">
        {refused.map(({ code, why }) => (
          <li key={code} className="row g2">
            <b className="num">{code}</b>
            <span>{why}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Chosen({ items }: { items: readonly QueueItem[] }) {
  return (
    <Section title="Escolhidos">
      <ul className="mod-al">
        {items.map(({ id, code, title, person }) => (
          <li key={id} className="row g2">
            <span className="num mute">{code}</span>
            <bdi className="trunca cresce">{title}</bdi>
            {person && (
              <bdi className="t-sm mute trunca">{person.displayName || person.username}</bdi>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Form({ kind, bulk }: { kind: CaseKind; bulk: ReturnType<typeof useBulk> }) {
  const outcomes = outcomesOf[kind];
  const form = useVerdictForm(outcomes);
  const offers = form.outcome ? bulkOffers(form.outcome) : [];
  const { asked, close, submitTo } = useAsked(form, offers);
  const decide = async (verdict: Verdict) => {
    await bulk.decide(verdict);
    close();
  };
  return (
    <Section title="Decisão para todos">
      <form className="col g2 mod-form" noValidate onSubmit={submitTo(decide)}>
        <VerdictFields
          {...{ form, outcomes, offers }}
          readers="As pessoas de cada caso leem este texto."
        />
        <Button type="submit" variant="primary" loading={bulk.pending && asked === null}>
          Decidir todos
        </Button>
      </form>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={close}
        title="Decidir todos assim?"
        text={asked && weightOf(asked)}
        confirmLabel="Decidir todos"
        variant="dangerFill"
        loading={bulk.pending}
        afterwards="#mod-titulo"
        onConfirm={() => asked && void decide(asked)}
      />
    </Section>
  );
}

/** Several cases of one kind, decided alike; each for itself, what is refused stays and is told. */
export function BulkPanel({ selection, onBack }: { selection: Selection; onBack: () => void }) {
  const { chosen } = selection;
  const bulk = useBulk(chosen);
  const kind = chosen[0]?.kind;
  if (!kind || kind === 'withdrawal' || kind === 'refund') return null;
  const words = kindWords[kind];
  const name = (chosen.length === 1 ? words.one : words.many).toLowerCase();
  return (
    <article className="mod-item">
      <nav className="row mod-b" aria-label="Escolhidos">
        <Button
          size="small"
          variant="ghost"
          className="so-mob flx"
          icon={<ArrowLeft className="i" aria-hidden="true" />}
          onClick={onBack}
        >
          Fila
        </Button>
        <Button size="small" variant="ghost" className="fim" onClick={selection.clear}>
          Limpar escolha
        </Button>
      </nav>
      <h2 className="d2" id="mod-titulo" tabIndex={-1}>
        <span className="num">{chosen.length}</span> {name}
      </h2>
      <div className="mod-g">
        <div className="col mod-col">
          <Refusals refused={bulk.refused} />
          <Chosen items={chosen} />
        </div>
        <Form key={kind} kind={kind} bulk={bulk} />
      </div>
    </article>
  );
}

import type { Verdict } from '@guilda/contract/desk';
import type { DeskCase } from '@guilda/contract/desk-case';
import { api } from '../../../lib/api.ts';
import { dayAndHour } from '../../../lib/moments.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { offersOf, useAct } from '../../deeds/index.ts';
import { Section } from '../detail/section.tsx';
import { outcomesOf, outcomeWords } from '../model/words.ts';
import { useAsked } from './use-asked.ts';
import { useVerdictForm, weightOf } from './use-verdict-form.ts';
import { VerdictFields } from './verdict-fields.tsx';

interface DecisionProps {
  item: DeskCase;
  onDecided: () => void;
}

const readers: Record<DeskCase['kind'], string> = {
  report: 'Quem denunciou e quem foi denunciado leem este texto.',
  appeal: 'Quem recorreu lê este texto.',
  support: 'Quem pediu ajuda lê este texto.',
  feedback: 'Quem escreveu lê este texto.',
};

/** How a case ended, and by whom. */
function Decided({ item }: { item: DeskCase }) {
  const { outcome, answer, decidedBy, decidedAt } = item;
  return (
    <Section title="Decisão">
      <p className="b">{outcome && outcomeWords[outcome]}</p>
      {answer && <p className="dim quebra pre">{answer}</p>}
      <p className="t-sm mute">
        {[decidedBy, decidedAt && dayAndHour(new Date(decidedAt), new Date())]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </Section>
  );
}

function Form({ item, onDecided }: DecisionProps) {
  const outcomes = outcomesOf[item.kind];
  const form = useVerdictForm(outcomes);
  const offers = form.outcome ? offersOf(item, form.outcome) : [];
  const { asked, close, submitTo } = useAsked(form, offers);
  const { pending, act } = useAct({
    onDone: () => {
      close();
      onDecided();
    },
    onOver: close,
  });
  const decide = (body: Verdict) =>
    act(
      () => api().desk.decideCase({ params: { id: item.id }, body }),
      `${item.code}: ${outcomeWords[body.outcome].toLowerCase()}`,
    );
  return (
    <Section title="Decisão">
      <form className="col g2 mod-form" noValidate onSubmit={submitTo(decide)}>
        <VerdictFields {...{ form, outcomes, offers }} readers={readers[item.kind]} />
        <Button type="submit" variant="primary" loading={pending && asked === null}>
          Decidir
        </Button>
      </form>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={close}
        title="Decidir assim?"
        text={asked && weightOf(asked)}
        confirmLabel="Decidir"
        variant="dangerFill"
        loading={pending}
        afterwards="#mod-titulo"
        onConfirm={() => asked && void decide(asked)}
      />
    </Section>
  );
}

/** What to decide about a case, or what was; nobody decides what they have a part in. */
export function CaseDecision(props: DecisionProps) {
  const { item } = props;
  if (item.state === 'closed') return <Decided item={item} />;
  if (!item.mayDecide) {
    return (
      <Section title="Decisão">
        <p className="dim pre">
          Você tem parte neste caso. Outra pessoa da equipe precisa decidir.
        </p>
      </Section>
    );
  }
  return <Form {...props} />;
}

import { DetailSection } from './section.tsx';

/** Says in place of the decision that this administrator cannot make it; `why` is a whole sentence. */
export function OthersDecide({ why }: { why: string }) {
  return (
    <DetailSection title="Decisão">
      <p className="secondary pretty">{`${why} Outra pessoa da equipe precisa decidir.`}</p>
    </DetailSection>
  );
}

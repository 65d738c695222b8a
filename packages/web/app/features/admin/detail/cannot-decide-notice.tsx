import { DetailSection } from './section.tsx';

/** Notice in place of the decision form when this administrator may not decide; `why` is a whole sentence. */
export function CannotDecideNotice({ why }: { why: string }) {
  return (
    <DetailSection title="Decisão">
      <p className="secondary pretty">{`${why} Outra pessoa da equipe precisa decidir.`}</p>
    </DetailSection>
  );
}

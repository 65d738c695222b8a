import type { PayoutProfile } from '@guilda/contract/money/payout-profile';
import { useState } from 'react';
import { dayAndTimeText } from '../../../lib/format/date-text.ts';
import { serverNowMs } from '../../../lib/format/server-time.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Fact, FactList } from '../../../ui/display/fact-list.tsx';
import { EmptyNote } from '../../../ui/feedback/empty-note.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { messageOfError } from '../../../ui/feedback/toast.ts';
import { useLazyComponent } from '../../../ui/overlays/use-lazy-component.ts';
import { usePayoutProfile } from './use-payout-profile.ts';
import { withdrawalRestText } from './withdrawal-rest-text.ts';

const loadDialog = () =>
  import('./payout-profile-dialog.tsx').then((module) => module.PayoutProfileDialog);

function SavedProfile({ profile }: { profile: PayoutProfile }) {
  const now = new Date(serverNowMs());
  const waitText = withdrawalRestText(profile, now);
  return (
    <div className="panel plain column">
      <FactList>
        <Fact name="Nome" kind="userText">
          {profile.legalName}
        </Fact>
        <Fact name="CPF" kind="numeric">
          {profile.cpf}
        </Fact>
        <Fact name="Desde">{dayAndTimeText(new Date(profile.verifiedAt), now)}</Fact>
      </FactList>
      {waitText !== null && (
        <p className="textSm pretty" role="status">
          {waitText}
        </p>
      )}
    </div>
  );
}

/** The signed-in person's payout profile, with a masked CPF and the button that creates or changes it. */
export function PayoutProfileSection() {
  const query = usePayoutProfile();
  const [open, setOpen] = useState(false);
  const [openings, setOpenings] = useState(0);
  const profile = query.data;
  const openForm = () => {
    setOpenings(openings + 1);
    setOpen(true);
  };
  const close = () => setOpen(false);
  const Dialog = useLazyComponent(loadDialog, open, close);
  return (
    <section aria-labelledby="quem-recebe">
      <div className="sectionHead">
        <h2 className="display3" id="quem-recebe">
          Quem recebe
        </h2>
      </div>
      <div className="column">
        {query.isPending && (
          <Loading label="Carregando dados de saque">
            <Skeleton height="5rem" />
          </Loading>
        )}
        {query.isError && profile === undefined && (
          <ErrorState
            heading="h3"
            reason={messageOfError(query.error)}
            retrying={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        )}
        {profile === null && <EmptyNote>Seu nome e CPF, para o primeiro saque.</EmptyNote>}
        {profile && <SavedProfile profile={profile} />}
        {profile !== undefined && (
          <Button size="small" onClick={openForm}>
            {profile ? 'Mudar quem recebe' : 'Cadastrar quem recebe'}
          </Button>
        )}
        {Dialog && (
          <Dialog
            key={openings}
            hasProfile={profile !== null}
            open={open}
            onClose={close}
            onSaved={close}
          />
        )}
      </div>
    </section>
  );
}

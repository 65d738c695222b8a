import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import { type ComponentProps, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { serverNowMs } from '../../lib/format/server-time.ts';
import { preloadCode } from '../../lib/loading/load-code.ts';
import { Button } from '../../ui/actions/button.tsx';
import { useLazyComponent } from '../../ui/overlays/use-lazy-component.ts';
import { priceParts } from '../../ui/text/price-parts.ts';
import { usePayoutProfile } from './payout-profile/use-payout-profile.ts';
import { withdrawalRestText } from './payout-profile/withdrawal-rest-text.ts';
import type { WalletQuery } from './use-wallet.ts';
import * as styles from './wallet-panel.module.css';
import { useUnansweredRequest } from './withdrawals/use-unanswered-request.ts';
import type { WithdrawDialog } from './withdrawals/withdraw-dialog.tsx';

const loadWithdrawDialog = () =>
  import('./withdrawals/withdraw-dialog.tsx').then((module) => module.WithdrawDialog);
const loadProfileDialog = () =>
  import('./payout-profile/payout-profile-dialog.tsx').then((module) => module.PayoutProfileDialog);

/** Whether the available balance reaches the minimum withdrawal of R$ 1,00 (`docs/product/money.md`). */
const canWithdraw = (available: string) => Number(available) >= 1;

/**
 * Element id of the button, which gets the focus when a dialog closes. The element that had the focus before may be
 * gone, because the withdrawal dialog may have opened from the dialog of the payout profile.
 */
const WITHDRAW_BUTTON_ID = 'sacar';

/** `first`: no dialog is shown until it is known whether there is a payout profile. */
type OpenDialog = 'first' | 'profile' | 'withdrawal' | null;

/** The dialogs of a withdrawal: first the payout profile, if there is none yet, then amount and key. */
function WithdrawDialogs({
  open,
  setOpen,
  ...requestProps
}: Pick<ComponentProps<typeof WithdrawDialog>, 'available' | 'unanswered' | 'onUnanswered'> & {
  open: OpenDialog;
  setOpen: (open: OpenDialog) => void;
}) {
  const close = () => setOpen(null);
  const PayoutProfileDialog = useLazyComponent(loadProfileDialog, open === 'profile', close);
  const AmountDialog = useLazyComponent(loadWithdrawDialog, open === 'withdrawal', close);
  return (
    <>
      {PayoutProfileDialog && open === 'profile' && (
        <PayoutProfileDialog
          hasProfile={false}
          open
          returnFocusSelector={`#${WITHDRAW_BUTTON_ID}`}
          onClose={close}
          onSaved={() => setOpen('withdrawal')}
        />
      )}
      {AmountDialog && (
        <AmountDialog
          {...requestProps}
          open={open === 'withdrawal'}
          onClose={close}
          returnFocusSelector={`#${WITHDRAW_BUTTON_ID}`}
        />
      )}
    </>
  );
}

type WalletSums = Pick<NonNullable<WalletQuery['data']>['pages'][number], 'available' | 'debt'>;

/** Why nothing can be withdrawn now; null when the balance and the debt allow it. */
function withdrawalObstacle({ available, debt }: WalletSums): string | null {
  if (Number(debt) > 0) {
    return `Você tem ${priceParts(debt).text} a devolver. Quando novas vendas pagarem esse valor, dá para sacar de novo. Saques já pedidos também esperam.`;
  }
  return canWithdraw(available) ? null : 'O saque fica disponível a partir de R$ 1,00.';
}

/** Why nothing can be withdrawn now. Takes the focus when it replaces a pressed button, which would lose it. */
function WithdrawalReason({ text, replacesButton }: { text: string; replacesButton: boolean }) {
  const element = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    if (replacesButton && document.activeElement === document.body)
      element.current?.focus({ preventScroll: true });
  }, [replacesButton]);
  return (
    <p className={`textSm muted pretty ${styles.reason}`} ref={element} tabIndex={-1}>
      {text}
    </p>
  );
}

/**
 * Button that requests a withdrawal. Explains why it is not possible when there is a debt, too little money, or a
 * payout profile that was changed recently. `uid` is the signed-in person.
 */
export function WithdrawButton({ uid, sums }: { uid: string; sums: WalletSums }) {
  const { available } = sums;
  const obstacle = withdrawalObstacle(sums);
  const { data: profile, isError } = usePayoutProfile();
  const [open, setOpen] = useState<OpenDialog>(null);
  const [openings, setOpenings] = useState(0);
  const [unanswered, onUnanswered] = useUnansweredRequest(uid);
  useEffect(() => preloadCode(loadWithdrawDialog), []);
  const openFirstDialog = () => {
    setOpenings(openings + 1);
    setOpen('first');
  };
  if (open === 'first' && (profile !== undefined || isError)) {
    setOpen(profile === null ? 'profile' : 'withdrawal');
  }
  const reason =
    obstacle ?? (profile ? withdrawalRestText(profile, new Date(serverNowMs())) : null);
  if (reason !== null) return <WithdrawalReason text={reason} replacesButton={openings > 0} />;
  return (
    <>
      <Button
        id={WITHDRAW_BUTTON_ID}
        variant="primary"
        icon={<ArrowUpRight className="icon" aria-hidden="true" />}
        loading={open === 'first'}
        onClick={openFirstDialog}
      >
        Sacar
      </Button>
      {openings > 0 && (
        <WithdrawDialogs
          key={openings}
          {...{ available, open, setOpen, unanswered, onUnanswered }}
        />
      )}
    </>
  );
}

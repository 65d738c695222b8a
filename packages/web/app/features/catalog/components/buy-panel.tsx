import { isFreePrice } from '@guilda/contract/money/money';
import type { Service } from '@guilda/contract/services/catalog';
import clsx from 'clsx';
import Headset from 'lucide-react/icons/headset';
import Images from 'lucide-react/icons/images';
import ScrollText from 'lucide-react/icons/scroll-text';
import ShieldCheck from 'lucide-react/icons/shield-check';
import type { ReactNode } from 'react';
import { useCallsOffered } from '../../../lib/calls-offered.ts';
import { durationInHoursText } from '../../../lib/format/duration-text.ts';
import { useInstallation } from '../../../lib/installation.ts';
import * as ticket from '../../../ui/display/ticket.module.css';
import { Price } from '../../../ui/text/price.tsx';
import { OnlineNowBadge } from '../../presence/index.ts';
import { packContentsText } from '../model/pack-contents-text.ts';
import * as styles from './buy-panel.module.css';
import { FREE_PRICE_TEXT, priceUnitText } from './price-unit-text.ts';
import * as page from './service-page.module.css';

interface BuyPanelProps {
  service: Service;
  /** The buy button, or the reason why the service cannot be bought. */
  action: ReactNode;
  /** Information for the buyer that is shown above the price. */
  before?: ReactNode;
}

/** Says what happens to the buyer's money (`docs/product/money.md`); shown beside the buy button. */
export function MoneyIsHeldNote() {
  const { startHours } = useInstallation();
  return (
    <p className={clsx(styles.heldNote, 'textSm muted pretty')}>
      <b className="bold secondary">Seu dinheiro fica guardado até o fim.</b>{' '}
      <span>
        Mudou de ideia? Antes de o atendimento começar, você desfaz a compra e recebe tudo de volta,
        a menos que tenha aberto os arquivos de um pacote.
      </span>{' '}
      <span>Se ele não começar em {durationInHoursText(startHours)}, volta inteiro.</span>{' '}
      <span>Deu problema depois? Abra uma disputa antes de o dinheiro ser liberado.</span>
    </p>
  );
}

/** Kinds and counts of the pack's files, such as 12 JPG. The files themselves are only for buyers. */
function PackContents({ archives, price }: Pick<Service, 'archives' | 'price'>) {
  const contentsText = packContentsText(archives);
  const availabilityText = isFreePrice(price) ? 'na hora' : 'depois do pagamento';
  return (
    <>
      <Images className="icon" aria-hidden="true" />
      <span>
        {contentsText && <b className={clsx(styles.count, 'numeric')}>{contentsText}</b>}
        Para baixar {availabilityText}
      </span>
    </>
  );
}

function ServiceIncludes({ service }: Pick<BuyPanelProps, 'service'>) {
  const areCallsOffered = useCallsOffered();
  return (
    <ul className="column gap2 textSm secondary">
      <li className="row gap2">
        {service.type === 'call' ? (
          <>
            <Headset className="icon" aria-hidden="true" />
            {areCallsOffered
              ? 'Atendimento ao vivo, por voz no Discord'
              : 'Atendimento ao vivo, combinado na conversa'}
          </>
        ) : (
          <PackContents archives={service.archives} price={service.price} />
        )}
      </li>
      <li className="row gap2">
        <ScrollText className="icon" aria-hidden="true" />
        Código da compra para suporte
      </li>
      <li className="row gap2">
        <ShieldCheck className="icon" aria-hidden="true" />
        Avaliação liberada ao final
      </li>
    </ul>
  );
}

/** Contents of the service, and the price with the buy button. */
export function BuyPanel({ service, action, before }: BuyPanelProps) {
  return (
    <div className={clsx(styles.panel, ticket.ticket)}>
      <div className={ticket.sheet}>
        <div className={clsx(ticket.body, styles.body)}>
          <OnlineNowBadge person={service.seller} />
          <h2 className="textXl">O que está incluído</h2>
          <ServiceIncludes service={service} />
          {before}
        </div>
        <div className={clsx(ticket.stub, styles.stub)}>
          <p className="row spaceBetween">
            <Price value={service.price} size="xl" free={FREE_PRICE_TEXT} />
            <span className="textSm muted">{priceUnitText(service)}</span>
          </p>
          {action}
        </div>
      </div>
    </div>
  );
}

/** The price and the buy button, fixed at the bottom of small screens. */
export function BuyBar({ service, action }: BuyPanelProps) {
  return (
    <div data-ui="buy-bar" className={clsx(page.payBar, 'buyBar onDark onlySmall asFlex')}>
      <div>
        <Price value={service.price} size="lg" free={FREE_PRICE_TEXT} />
        {!isFreePrice(service.price) && <p className="textXs muted">Guardado até o fim</p>}
      </div>
      {action}
    </div>
  );
}

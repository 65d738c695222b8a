import { isFreePrice } from '@guilda/contract/money/money';
import type { Payment } from '@guilda/contract/orders/orders';
import type { Pack } from '@guilda/contract/services/packs';
import Download from 'lucide-react/icons/download';
import Pencil from 'lucide-react/icons/pencil';
import Star from 'lucide-react/icons/star';
import { Link } from 'react-router';
import { dateText } from '../../../lib/format/date-text.ts';
import { fileSizeText } from '../../../lib/format/file-size.ts';
import { Button, buttonAttributes } from '../../../ui/actions/button.tsx';
import { Avatar } from '../../../ui/display/avatar.tsx';
import { Fact, FactList } from '../../../ui/display/fact-list.tsx';
import { packContentsText } from '../../catalog/index.ts';
import { BadgeList } from '../../users/index.ts';
import { DownloadLink } from './download-link.tsx';
import * as styles from './pack-details.module.css';

/** When an order was paid: the time of its step to `awaiting_start`. */
function paymentDateOf({ steps, createdAt }: Payment): Date {
  return new Date(steps.find(({ status }) => status === 'awaiting_start')?.at ?? createdAt);
}

function PackSeller({ seller }: Pick<Pack['service'], 'seller'>) {
  return (
    <p className={`textSm ${styles.seller}`}>
      <Link className="row gap2" to={`/user/${seller.username}`}>
        <Avatar src={seller.photoURL} size="xs" />
        <b className="bold truncate" dir="auto">
          {seller.displayName || seller.username}
        </b>
        <BadgeList badges={seller.badges} inLink />
      </Link>
    </p>
  );
}

function PackFacts({ pack, purchase }: { pack: Pack; purchase: Payment | undefined }) {
  const size = pack.files.reduce((sum, file) => sum + file.size, 0);
  return (
    <FactList>
      {purchase && (
        <Fact name="Compra" kind="numeric">
          {purchase.purchaseCode}
        </Fact>
      )}
      <Fact name="Arquivos" kind="numeric">
        {pack.files.length}
      </Fact>
      <Fact name="Formatos" kind="numeric">
        {packContentsText(pack.service.archives)}
      </Fact>
      <Fact name="Tamanho" kind="numeric">
        {fileSizeText(size)}
      </Fact>
      {purchase && (
        <Fact name={isFreePrice(purchase.price) ? 'Pedido em' : 'Pago em'}>
          {dateText(paymentDateOf(purchase))}
        </Fact>
      )}
    </FactList>
  );
}

/** Link to the next step: reviewing the completed order or, for the owner, editing the pack. */
function NextStep({ pack, purchase, isOwn }: PackDetailsProps) {
  if (isOwn) {
    const { id } = pack.service;
    return (
      <Button
        asLink
        block
        to={`/service/${id}?editar=${id}`}
        icon={<Pencil className="icon" aria-hidden="true" />}
      >
        Editar serviço
      </Button>
    );
  }
  if (purchase?.serviceStatus !== 'complete' || purchase.reviewed) return null;
  return (
    <Button
      asLink
      block
      to={`/sales?aba=compras&pedido=${purchase.id}`}
      icon={<Star className="icon" aria-hidden="true" />}
    >
      Avaliar
    </Button>
  );
}

interface PackDetailsProps {
  pack: Pack;
  purchase: Payment | undefined;
  /** Whether the reader is the seller of the service. */
  isOwn: boolean;
}

/** Title, seller and details of a pack, with the download of all files. */
export function PackDetails({ pack, purchase, isOwn }: PackDetailsProps) {
  return (
    <aside className={styles.details} aria-label="Sobre o pacote">
      <h1 className="display3 userText" dir="auto">
        {pack.service.title}
      </h1>
      <PackSeller seller={pack.service.seller} />
      <PackFacts pack={pack} purchase={purchase} />
      <div className={`column gap2 ${styles.actions}`}>
        <DownloadLink
          className={buttonAttributes({ variant: 'primary', block: true }).className}
          urlOf={({ zipUrl }) => zipUrl}
        >
          <Download className="icon" aria-hidden="true" />
          Baixar tudo
        </DownloadLink>
        <NextStep pack={pack} purchase={purchase} isOwn={isOwn} />
      </div>
    </aside>
  );
}

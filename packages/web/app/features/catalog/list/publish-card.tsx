import { type CategorySlug, categoryImage } from '@guilda/contract/services/categories';
import clsx from 'clsx';
import ArrowRight from 'lucide-react/icons/arrow-right';
import Plus from 'lucide-react/icons/plus';
import { Link } from 'react-router';
import { useAddServiceLink } from '../../../lib/navigation/dialog-query.ts';
import { artURL } from '../../../ui/display/art-url.ts';
import * as ticket from '../../../ui/display/ticket.module.css';
import { offerSpan } from '../model/short-list.ts';
import * as styles from './publish-card.module.css';
import * as shortList from './short-list.module.css';

/** Category whose picture the card shows when the list contains services of all categories. */
const DEFAULT_PICTURE: CategorySlug = 'outros';

/** Classes of a card that is wider than one column, by the number of columns of the list. */
const spanClasses = [
  { columns: 2, spans: [shortList.twoOfTwo] },
  { columns: 3, spans: [shortList.twoOfThree, shortList.threeOfThree] },
  { columns: 4, spans: [shortList.twoOfFour, shortList.threeOfFour, shortList.fourOfFour] },
] as const;

interface PublishCardProps {
  /** The category of the list; undefined for lists over all categories. */
  category: CategorySlug | undefined;
  /** Number of services in the list. */
  serviceCount: number;
}

/** A card that fills the last row of a short list and leads to the dialog for a new service. */
export function PublishCard({ category, serviceCount }: PublishCardProps) {
  const addService = useAddServiceLink();
  const picture = artURL(categoryImage(category ?? DEFAULT_PICTURE));
  return (
    <div
      data-ui="publish-offer"
      className={clsx(
        ticket.ticket,
        styles.card,
        shortList.offer,
        spanClasses.map(({ columns, spans }) => spans[offerSpan(columns, serviceCount) - 2]),
      )}
    >
      <div className={ticket.sheet}>
        <div
          className={clsx(ticket.cover, styles.wall)}
          data-ui="wall"
          style={{ backgroundImage: `url("${picture}")` }}
        >
          <span className={styles.plate}>
            <Plus className="icon" aria-hidden="true" />
          </span>
        </div>
        <div className={ticket.body}>
          <p className={styles.title}>Você também faz isso?</p>
          <p className="textSm secondary pretty">Publique o seu serviço e apareça aqui.</p>
        </div>
        <div className={ticket.stub}>
          <Link className={styles.link} to={addService} preventScrollReset>
            Publique o seu
          </Link>
          <ArrowRight className="icon" aria-hidden="true" />
        </div>
      </div>
    </div>
  );
}

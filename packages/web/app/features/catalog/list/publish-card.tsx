import { type CategorySlug, categoryImage } from '@guilda/contract/categories';
import clsx from 'clsx';
import ArrowRight from 'lucide-react/icons/arrow-right';
import Plus from 'lucide-react/icons/plus';
import { Link } from 'react-router';
import { useAddServiceLink } from '../../../lib/navigation/dialog-query.ts';
import { artURL } from '../../../ui/display/art-url.ts';
import * as ticket from '../../../ui/display/ticket.module.css';
import * as styles from './publish-card.module.css';

/** Category whose picture stands on the card below lists over all categories. */
const DEFAULT_PICTURE: CategorySlug = 'outros';

/** A card after the services of a short list that leads to the dialog for a new service. */
export function PublishCard({ category }: { category: CategorySlug | undefined }) {
  const addService = useAddServiceLink();
  const picture = artURL(categoryImage(category ?? DEFAULT_PICTURE));
  return (
    <div className={clsx(ticket.ticket, styles.card)}>
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

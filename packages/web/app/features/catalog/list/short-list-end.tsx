import type { Service } from '@guilda/contract/catalog';
import type { CategorySlug } from '@guilda/contract/categories';
import clsx from 'clsx';
import { ServiceCard } from '../components/service-card.tsx';
import { endShortList } from '../model/short-list.ts';
import { PublishCard } from './publish-card.tsx';
import * as styles from './short-list.module.css';

interface ShortListEndProps {
  /** The category of the list; undefined for lists over all categories. */
  category: CategorySlug | undefined;
  /** Number of services in the list. */
  serviceCount: number;
  similar: readonly Service[];
}

/** Classes of the offer and of the similar services by the number of columns of the grid. */
const classesByColumns = [
  { columns: 2, shown: styles.inTwo, spans: [styles.twoOfTwo] },
  { columns: 3, shown: styles.inThree, spans: [styles.twoOfThree, styles.threeOfThree] },
  {
    columns: 4,
    shown: styles.inFour,
    spans: [styles.twoOfFour, styles.threeOfFour, styles.fourOfFour],
  },
] as const;

/** The cards that fill the last row of a short list: an offer to publish, and services of other categories. */
export function ShortListEnd({ category, serviceCount, similar }: ShortListEndProps) {
  const ends = classesByColumns.map(({ columns, shown, spans }) => {
    const { offerSpan, similarCount } = endShortList(columns, serviceCount, similar.length);
    return { span: offerSpan > 1 && spans[offerSpan - 2], shown, similarCount };
  });
  const inOne = endShortList(1, serviceCount, similar.length).similarCount;
  return (
    <>
      <div
        data-ui="publish-offer"
        className={clsx(
          styles.offer,
          ends.map(({ span }) => span),
        )}
      >
        <PublishCard category={category} />
      </div>
      {similar.length > 0 && (
        <ul
          data-ui="similar-services"
          className={styles.similar}
          aria-label={category ? 'Serviços de outras categorias' : 'Outros serviços'}
        >
          {similar.map((service, index) => (
            <li
              key={service.id}
              className={clsx(
                index < inOne && styles.inOne,
                ends.map(({ shown, similarCount }) => index < similarCount && shown),
              )}
            >
              <ServiceCard service={service} heading="h2" ofCategory />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

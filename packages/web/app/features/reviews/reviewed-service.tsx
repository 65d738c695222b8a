import { isFreePrice } from '@guilda/contract/money/money';
import type { Review } from '@guilda/contract/orders/reviews';
import type { Service } from '@guilda/contract/services/catalog';
import { categoryName, findCategory } from '@guilda/contract/services/categories';
import { priceParts } from '../../ui/text/price-parts.ts';

/** The service in its current state, shown beside a review. */
export type ReviewedServiceInfo = Pick<Service, 'title' | 'type' | 'category'>;

const notCountedReasons: Readonly<Record<NonNullable<Review['notCounted']>, string>> = {
  replaced: 'a mesma pessoa avaliou este serviço de novo.',
  free: 'foi de graça, e agora o serviço é pago.',
  changed: 'o serviço mudou de categoria ou de tipo.',
};

const isUnchanged = ({ purchase }: Review, { title, type, category }: ReviewedServiceInfo) =>
  purchase.title === title && purchase.type === type && purchase.category === category;

interface ReviewPurchaseProps {
  review: Review;
  /**
   * The current service, if it is shown beside the review. The component then renders something only if the service has
   * changed since the purchase or the review does not count in the average.
   */
  service?: ReviewedServiceInfo | undefined;
}

/** The service as it was bought, and the reason if the review does not count in the average. */
export function ReviewedService({ review, service }: ReviewPurchaseProps) {
  const { purchase, notCounted } = review;
  if (notCounted === null && service && isUnchanged(review, service)) return null;
  const category = findCategory(purchase.category);
  const price = isFreePrice(purchase.price) ? 'de graça' : priceParts(purchase.price).text;
  return (
    <p className="textSm muted userText">
      Comprado como “<bdi>{purchase.title}</bdi>” · {category && `${categoryName(category)} · `}
      {price}
      {notCounted && `. Não entra na média: ${notCountedReasons[notCounted]}`}
    </p>
  );
}

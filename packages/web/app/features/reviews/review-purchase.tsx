import type { Service } from '@guilda/contract/catalog';
import { categoryName, findCategory } from '@guilda/contract/categories';
import type { Review } from '@guilda/contract/reviews';
import { priceParts } from '../../ui/price-parts.ts';

/** The service that a review stands beside, as it is now. */
export type Reviewed = Pick<Service, 'title' | 'type' | 'category'>;

const reasons: Readonly<Record<NonNullable<Review['notCounted']>, string>> = {
  replaced: 'a mesma pessoa avaliou este serviço de novo.',
  free: 'foi de graça, e agora o serviço é pago.',
  changed: 'o serviço mudou de categoria ou de tipo.',
};

const isSame = ({ purchase }: Review, { title, type, category }: Reviewed) =>
  purchase.title === title && purchase.type === type && purchase.category === category;

interface ReviewPurchaseProps {
  review: Review;
  /** Says again nothing that stands there already; absent where no service stands beside the review. */
  service?: Reviewed | undefined;
}

/** What a review was written of, as it was bought, and why it does not count where it does not. */
export function ReviewPurchase({ review, service }: ReviewPurchaseProps) {
  const { purchase, notCounted } = review;
  if (notCounted === null && service && isSame(review, service)) return null;
  const category = findCategory(purchase.category);
  const price = Number(purchase.price) === 0 ? 'de graça' : priceParts(purchase.price).text;
  return (
    <p className="t-sm mute texto">
      Comprado como “<bdi>{purchase.title}</bdi>” · {category && `${categoryName(category)} · `}
      {price}
      {notCounted && `. Não entra na média: ${reasons[notCounted]}`}
    </p>
  );
}

import type { SubjectKind } from '@guilda/contract/moderation/moderation';

/** The reported person or the reported item of that person. */
export interface ReportedItem {
  readonly uid: string;
  readonly name: string;
  /** Id of a reported post of the person. */
  readonly postId?: string | undefined;
  /** Id of a reported comment of the person. */
  readonly commentId?: string | undefined;
  /** Id of a reported service of the person. */
  readonly serviceId?: string | undefined;
  /** Id of a reported review written by the person. */
  readonly reviewId?: string | undefined;
}

/** Explains what ticking the checkbox about people under 18 causes. */
export function minorSafetyHint({ postId, commentId, serviceId, reviewId }: ReportedItem): string {
  const isAboutPerson = [postId, commentId, serviceId, reviewId].every(
    (each) => each === undefined,
  );
  const target = isAboutPerson ? 'o que a pessoa oferece para adultos' : 'o que você denuncia';
  return `A equipe olha este caso primeiro, e ${target} pode sair do ar até a decisão.`;
}

/** The subject of the moderation dialog, which administrators open instead of the report dialog. */
export function reportSubjectOf(reportedItem: ReportedItem): { kind: SubjectKind; id: string } {
  const { uid, postId, commentId, serviceId, reviewId } = reportedItem;
  if (commentId !== undefined) return { kind: 'comment', id: commentId };
  if (postId !== undefined) return { kind: 'post', id: postId };
  if (serviceId !== undefined) return { kind: 'service', id: serviceId };
  return reviewId === undefined ? { kind: 'user', id: uid } : { kind: 'review', id: reviewId };
}

const itemPrefixes: Readonly<Record<SubjectKind, string>> = {
  user: '',
  service: 'serviço de ',
  post: 'publicação de ',
  comment: 'comentário de ',
  review: 'avaliação de ',
  order: 'pedido de ',
};

/** The title of a dialog about a reported item: verb, kind of the item, and author of the item. */
function dialogTitle(reportVerb: string, reportedItem: ReportedItem): string {
  return `${reportVerb} ${itemPrefixes[reportSubjectOf(reportedItem).kind]}${reportedItem.name}`;
}

export const reportTitle = (reportedItem: ReportedItem) => dialogTitle('Denunciar', reportedItem);
export const moderateTitle = (reportedItem: ReportedItem) => dialogTitle('Moderar', reportedItem);

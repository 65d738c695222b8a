/** Whom a report is about, or what of theirs. */
export interface Reported {
  readonly uid: string;
  readonly name: string;
  /** Uid of a post of theirs. */
  readonly postId?: string | undefined;
  /** Id of a comment of theirs. */
  readonly commentId?: string | undefined;
  /** Id of a service of theirs. */
  readonly serviceId?: string | undefined;
  /** Id of a review they wrote. */
  readonly reviewId?: string | undefined;
}

/** The dialog's title: what is reported, and whose it is. */
export function reportTitle(reported: Reported): string {
  const { name, postId, commentId, serviceId, reviewId } = reported;
  if (commentId !== undefined) return `Denunciar comentário de ${name}`;
  if (postId !== undefined) return `Denunciar publicação de ${name}`;
  if (serviceId !== undefined) return `Denunciar serviço de ${name}`;
  return reviewId === undefined ? `Denunciar ${name}` : `Denunciar avaliação de ${name}`;
}

/** What follows where somebody under 18 is involved (`product §9`). */
export function minorHint({ postId, commentId, serviceId, reviewId }: Reported): string {
  const whole = [postId, commentId, serviceId, reviewId].every((each) => each === undefined);
  const what = whole ? 'o que a pessoa oferece para adultos' : 'o que você denuncia';
  return `A equipe olha este caso primeiro, e ${what} pode sair do ar até a decisão.`;
}

import type { TestPerson } from '../../fixtures/server/test-app.ts';

export type ActorName = 'visitor' | 'stranger' | 'buyer' | 'seller' | 'admin' | 'suspended';

/**
 * Data for one cell of the table: a service, a paid order of it that waits for its start, and a post of the seller with
 * a comment of the buyer.
 */
export interface AuthorizationData {
  readonly serviceId: string;
  readonly orderId: string;
  readonly purchaseCode: string;
  readonly postId: string;
  readonly commentId: string;
  /** A notification of the seller. */
  readonly notificationId: string;
  readonly people: Readonly<Record<ActorName, TestPerson>>;
  /** A session of the stranger. */
  readonly sessionId: string;
}

interface CallOf {
  readonly url: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** Expected statuses of one endpoint. */
export interface AuthorizationRow {
  /** Status for each actor. */
  readonly answers: Readonly<Record<ActorName, number>>;
  call(data: AuthorizationData, actor: ActorName): CallOf;
}

/** A call with a JSON body. */
export const jsonCall = (
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): CallOf => ({
  url,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

/** Everyone gets the same status, including suspended people. */
export const sameStatusForAll = (status: number): AuthorizationRow['answers'] => ({
  visitor: status,
  stranger: status,
  buyer: status,
  seller: status,
  admin: status,
  suspended: status,
});

/** Open to everyone, but a suspended person's token is refused. */
export const openToAll = (status: number): AuthorizationRow['answers'] => ({
  ...sameStatusForAll(status),
  suspended: 403,
});

/** For signed-in people, including suspended ones. */
export const signedInOrSuspended = (status: number): AuthorizationRow['answers'] => ({
  ...sameStatusForAll(status),
  visitor: 401,
});

/** For every signed-in person who is not suspended. */
export const signedIn = (status: number): AuthorizationRow['answers'] => ({
  ...openToAll(status),
  visitor: 401,
});

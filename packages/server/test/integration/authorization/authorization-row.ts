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

interface HttpCall {
  readonly url: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** One row of the authorization table: an endpoint's request, and the status that each actor gets. */
export interface AuthorizationRow {
  /** Status for each actor. */
  readonly statuses: Readonly<Record<ActorName, number>>;
  call(data: AuthorizationData, actor: ActorName): HttpCall;
}

/** A call with a JSON body. */
export const jsonCall = (
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): HttpCall => ({
  url,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

/** The same status for every actor, including suspended people. */
export const sameStatusForAll = (status: number): AuthorizationRow['statuses'] => ({
  visitor: status,
  stranger: status,
  buyer: status,
  seller: status,
  admin: status,
  suspended: status,
});

/** Statuses of an endpoint that is open to everyone except suspended people, whose token is refused. */
export const openToAll = (status: number): AuthorizationRow['statuses'] => ({
  ...sameStatusForAll(status),
  suspended: 403,
});

/** Statuses of an endpoint for signed-in people, including suspended ones. */
export const signedInOrSuspended = (status: number): AuthorizationRow['statuses'] => ({
  ...sameStatusForAll(status),
  visitor: 401,
});

/** Statuses of an endpoint for signed-in people who are not suspended. */
export const signedIn = (status: number): AuthorizationRow['statuses'] => ({
  ...openToAll(status),
  visitor: 401,
});

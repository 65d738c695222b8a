import { type AuthorizationRow, jsonCall, signedIn } from './authorization-row.ts';

/** Expected status of each chat endpoint for each actor. */
export const messagingExpectations: Readonly<Record<string, AuthorizationRow>> = {
  'messaging.listPartners': {
    statuses: { ...signedIn(403), seller: 200 },
    call: ({ people }) => ({ url: `/api/users/interacted/${people.seller.uid}?limit=15` }),
  },
  'messaging.getPartner': {
    // The seller is refused, because the request asks for a conversation with the seller.
    statuses: { ...signedIn(200), seller: 403 },
    call: ({ people }) => ({ url: `/api/conversations/${people.seller.uid}` }),
  },
  'messaging.listMessages': {
    statuses: { ...signedIn(403), seller: 200 },
    call: ({ people }) => ({
      url: `/api/messages/${people.seller.uid}/${people.buyer.uid}?limit=15`,
    }),
  },
  'messaging.muteConversation': {
    statuses: { ...signedIn(204), seller: 403 },
    call: ({ people }) => ({ url: `/api/conversations/${people.seller.uid}/mute` }),
  },
  'messaging.unmuteConversation': {
    statuses: { ...signedIn(204), seller: 403 },
    call: ({ people }) => ({ url: `/api/conversations/${people.seller.uid}/mute` }),
  },
  'messaging.readMessages': {
    statuses: { ...signedIn(403), seller: 204 },
    call: ({ people }) =>
      jsonCall('/api/notifications/read', {
        senderId: people.buyer.uid,
        receiverId: people.seller.uid,
      }),
  },
};

import { type FakeTab, fakeEnvironment, fakeTab, type Latency } from './fake-tab.ts';

/** An environment of a fake server in which each of the people `p1`, `p2`, … has sent Ana one message, and Ana's tab. */
export function setUpPartners(peopleCount: number, latency?: Latency) {
  const environment = fakeEnvironment(latency);
  let messageNumber = 0;
  const sendMessageFrom = (senderId: string) => {
    messageNumber += 1;
    const id = `said-${messageNumber}`;
    const text = `${messageNumber}`;
    return environment.server.store({ id, senderId, receiverId: 'ana', text }, null);
  };
  for (let number = 1; number <= peopleCount; number += 1) sendMessageFrom(`p${number}`);
  const ana = fakeTab('ana', environment);
  return { ...environment, sendMessageFrom, ana };
}

/** The uids of the listed partners, in the order of the list. */
export const partnerUids = (tab: FakeTab) => tab.chat.partners().partners.map(({ uid }) => uid);

import { type FakeTab, fakeEnvironment, fakeTab } from './fake-tab.ts';

/** An environment of a fake server in which Bia has sent Ana this number of messages. */
export function setUpEnvironment(messageCount = 0) {
  const environment = fakeEnvironment();
  let nextSeq = 1;
  /** Bia, or another person, sends a message to Ana from another device. */
  const sendMessageFrom = (senderId = 'bia', text = `${nextSeq}`) => {
    const id = `said-${nextSeq}`;
    nextSeq += 1;
    return environment.server.store({ id, senderId, receiverId: 'ana', text }, null);
  };
  for (let count = 0; count < messageCount; count += 1) sendMessageFrom();
  const openAnasTab = (): FakeTab => fakeTab('ana', environment);
  return { ...environment, sendMessageFrom, openAnasTab };
}

/** The same with a tab in which Ana has opened the conversation. */
export async function openConversation(messageCount = 0) {
  const environment = setUpEnvironment(messageCount);
  const ana = environment.openAnasTab();
  ana.setUp(true);
  ana.chat.open('bia');
  await environment.time.pass(1_000);
  return { ...environment, ana };
}
